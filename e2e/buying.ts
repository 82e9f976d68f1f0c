import type { APIRequestContext } from '@playwright/test'
import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import { callAs, joinCircle, makeCircle } from './circles.ts'
import { test as base, expect } from './journey.ts'
import { investor, type Someone } from './people.ts'
import { addProperty, castVote } from './properties.ts'
import { startServer } from './server.ts'

/** A day of notice on the server of these journeys, in seconds. */
export const noticeSeconds = 2

/** With a server of its own, on which a day of notice takes two seconds, unless the URL of one is given. */
export const test = base.extend<{ shortNotice: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
  shortNotice: async ({}, use) => {
    const given = process.env.ARCSTEAD_SHORT_NOTICE_URL
    if (given) return use(given)
    const server = await startServer({ NOTICE_SECONDS: String(noticeSeconds) })
    await use(server.url)
    await server.stop()
  },
  baseURL: async ({ shortNotice }, use) => use(shortNotice),
})

export type Member = Someone & { readonly firstName: string; readonly name: string }

/** Verified people, each with the first and last name of theirs. */
export async function namedInvestors(request: APIRequestContext, names: readonly string[]): Promise<Member[]> {
  return Promise.all(
    names.map(async (name) => {
      const someone = await investor(request)
      const [firstName = '', lastName = ''] = name.split(' ')
      await callAs(request, someone.token, 'post', `app/user/${someone.user._id}`, { firstName, lastName })
      return { ...someone, firstName, name }
    }),
  )
}

type Terms = { readonly title: string; readonly address: string; readonly price: number; readonly arcs: readonly number[] }

/** A full circle of twelve arcs of $75,000 that has passed a property, on which voting is over. */
export async function passedCircle(
  request: APIRequestContext,
  [owner, ...others]: readonly [Member, ...Member[]],
  { title, address, price, arcs }: Terms,
): Promise<{ circle: Circle; property: Property }> {
  const arcPrice = 75_000
  const circle = await makeCircle(
    request,
    owner,
    { ownerInvestmentAmount: (arcs[0] ?? 0) * arcPrice, ownershipStructure: 'llc' },
    { title },
  )
  for (const [index, member] of others.entries()) await joinCircle(request, member, circle, (arcs[index + 1] ?? 0) * arcPrice)
  const property = await addProperty(request, owner, circle, address, { price })
  for (const member of [owner, ...others]) await castVote(request, member, property, 'invest')
  const closesAt = new Date(Date.now() + (noticeSeconds + 1) * 1_000).toISOString()
  await callAs(request, owner.token, 'put', `app/property/${property._id}/closing`, { closesAt })
  await expect(async () => {
    const { properties } = await callAs<{ properties: unknown[] }>(
      request,
      owner.token,
      'get',
      `app/acquisition/${circle._id}/start-options`,
    )
    expect(properties).toHaveLength(1)
  }).toPass({ timeout: 30_000 })
  return { circle, property }
}
