import type { Person } from './seed.ts'
import type { TestApp } from './test-app.ts'

export const password = 'Larkspur-Terrace-75'

/** Deletes the person's account by their own request. */
export const leave = (testApp: TestApp, person: Person, headers: Record<string, string> = { 'x-current-password': password }) =>
  testApp.call(person, 'DELETE', `app/user/${person._id}`, undefined, headers)
