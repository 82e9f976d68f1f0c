import { expect } from 'vitest'
import { test } from './testing/test-app.ts'
import { createVotingCircle } from './testing/voting-circle.ts'

type Document = { paths: Record<string, Record<string, unknown>> }

test('circle data for outsiders, brokers and visitors contains no e-mail address, hash or token of its people', async ({ testApp }) => {
  const { owner, members, broker, circle, property } = await createVotingCircle(testApp, 1)
  const [member = owner] = members
  const outsider = await testApp.seed.investor()
  const people = { visitor: null, outsider, broker: await testApp.seed.broker(), 'assigned broker': broker }
  const { paths } = testApp.app.swagger() as Document
  const reads = Object.keys(paths).filter((path) => paths[path]?.get && !path.endsWith('/stream'))
  expect(reads.length).toBeGreaterThan(50)
  for (const [role, person] of Object.entries(people))
    for (const path of reads) {
      const ids: Readonly<Record<string, string>> = { userId: member._id, brokerId: member._id, propertyId: property._id }
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? circle._id)
      const { text } = await testApp.call(person, 'GET', url)
      const told = [owner.email, member.email, 'assword_hash', 'asswordHash', 'refresh_hash', 'token_hash'].filter((secret) =>
        text.includes(secret),
      )
      expect([role, url, told]).toEqual([role, url, []])
    }
})
