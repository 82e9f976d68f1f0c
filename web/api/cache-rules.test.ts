import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidateFacts, showing } from './cache-rules.ts'
import { acts } from './facts.ts'

test('invalidation refetches queries on screen and removes all others', async () => {
  const queryClient = new QueryClient()
  let fetches = 0
  const options = queryOptions({ queryKey: [showing('circle-lists'), 'on screen'], queryFn: () => (fetches += 1), staleTime: 60_000 })
  const observer = new QueryObserver(queryClient, options)
  const leave = observer.subscribe(() => {})
  await expect.poll(() => fetches).toBe(1)
  queryClient.setQueryData([showing('circle-lists'), 'off screen'], 'old')

  await invalidateFacts(queryClient, ['circle-lists'])

  expect(observer.getCurrentResult().data).toBe(2)
  expect(queryClient.getQueryData([showing('circle-lists'), 'off screen'])).toBeUndefined()
  leave()
})

const sources = import.meta.glob<string>(['/web/**/*.{ts,tsx}', '!/web/**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sourcesWith = (pattern: RegExp) => Object.keys(sources).filter((path) => pattern.test(sources[path] ?? ''))

test('only web/api invalidates queries', () => {
  expect(sourcesWith(/invalidateQueries|removeQueries/).filter((path) => !path.startsWith('/web/api/'))).toEqual([])
})

/** Writes that change nothing on screen, whose answer is what the screen shows, or after which the cache is cleared with the session. */
const withoutFacts = new Set([
  '/web/api/files.ts',
  '/web/api/session.ts',
  '/web/app/crash-report.ts',
  '/web/features/accounts/confirm-email-banner.tsx',
  '/web/features/accounts/forgot-password-screen.tsx',
  '/web/features/accounts/login-screen.tsx',
  '/web/features/accounts/passkey-sign-in.tsx',
  '/web/features/accounts/register-screen.tsx',
  '/web/features/circles/ask-owner.tsx',
  '/web/features/circles/invitation.queries.ts',
  '/web/features/first-steps/first-steps.queries.ts',
  '/web/shared/needs/calendar-dialog.tsx',
  '/web/features/notices/unsubscribe-screen.tsx',
  '/web/features/profile/delete-account.tsx',
  '/web/shared/people/passkey-ceremonies.ts',
  '/web/shared/people/step-up.tsx',
  '/web/shared/report/report-dialog.tsx',
])
/** Parts whose screen invalidates. */
const namedByTheirScreen = new Set([
  '/web/features/profile/profile-form.tsx',
  '/web/features/profile/push-device.ts',
  '/web/features/properties/property-form.tsx',
])

test('every file that writes invalidates the facts of an act', () => {
  const writing = sourcesWith(/\bapi\.(post|put|delete)\b/)
  const silent = writing.filter((path) => !/\bacts\.\w+/.test(sources[path] ?? ''))
  expect(silent.filter((path) => !withoutFacts.has(path) && !namedByTheirScreen.has(path))).toEqual([])
})

test('every act is used by a page or by the live stream', () => {
  const everything = Object.values(sources).join('\n')
  expect(Object.keys(acts).filter((act) => !everything.includes(`acts.${act}`))).toEqual([])
})
