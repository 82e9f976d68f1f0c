import type { APIRequestContext } from '@playwright/test'
import { paths, withInvite } from '#contract/paths.ts'
import { callAs, callAsAdmin, makeCircle } from '../circles.ts'
import { aCircle, circleWithoutTarget, fullCircle, openCircle } from '../demo-circles.ts'
import { expect, type Page, storeSession, test } from '../journey.ts'
import { headersOf, investor, newUser } from '../people.ts'

// A phone on which every answer of the API takes half a second.
test.use({ viewport: { width: 390, height: 844 } })
const latency = 500

type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

/** Opens an address; returns how far the page moved while it loaded, as the sum that browsers report. */
async function shiftOf(page: Page, address: string, last: string): Promise<number> {
  await page.addInitScript(() => {
    const sums = window as unknown as { shifts: number }
    sums.shifts = 0
    const add = (list: PerformanceObserverEntryList) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) if (!hadRecentInput) sums.shifts += value
    }
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, latency))
    await route.continue().catch(() => undefined)
  })
  await page.goto(address)
  await expect(page.getByText(last).first()).toBeVisible()
  return page.evaluate(async () => {
    await document.fonts.ready
    // The observer runs after the frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return (window as unknown as { shifts: number }).shifts
  })
}

for (const title of [openCircle, fullCircle, circleWithoutTarget])
  test(`the page of ${title} does not move while it loads`, async ({ page, request }) => {
    const circle = await aCircle(request, title)
    expect(await shiftOf(page, paths.circlePublic(circle._id), 'Geographic Focus')).toBeLessThan(0.05)
  })

test('the page of an invitation does not move while it loads', async ({ page, request }) => {
  const owner = await investor(request)
  const circle = await makeCircle(request, owner)
  const { token } = await callAs<{ token: string }>(request, owner.token, 'post', `app/circle/${circle._id}/invite`, {})
  const address = withInvite(paths.circlePublic(circle._id), token)
  expect(await shiftOf(page, address, 'invites you to this circle')).toBeLessThan(0.05)
})

test('the page of a full circle does not move while it loads for a member of others', async ({ page, request, signedInAs }) => {
  const circle = await aCircle(request, fullCircle)
  await signedInAs('investor')
  expect(await shiftOf(page, paths.circlePublic(circle._id), 'Tell me when arcs come free')).toBeLessThan(0.1)
})

async function decline(request: APIRequestContext, userId: string): Promise<void> {
  const path = `user-verification/${userId}`
  const { lastDecision } = await callAsAdmin<{ lastDecision: string | null }>(request, 'get', path)
  await callAsAdmin(request, 'post', path, { decision: 'declined', sentence: 'We could not reach you.', lastDecision })
}

test('the page of a declined person does not move while it loads', async ({ page, request }) => {
  const person = await newUser(request)
  await request.post(`/api/app/user/${person.user._id}`, { headers: headersOf(person.token), data: { verificationRequested: true } })
  await decline(request, person.user._id)
  await storeSession(page, person.token)
  expect(await shiftOf(page, paths.userVerification, 'Your request was declined')).toBeLessThan(0.05)
})
