import { callAs, callAsAdmin, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { queueJob, setClosingIn } from '../jobs.ts'
import { expect, expectNoSeriousFindings, expectToast, storeSession, test } from '../journey.ts'
import { confirmAddress, investor, mailsTo } from '../people.ts'
import { addProperty, castVote } from '../properties.ts'

test('a notice arrives in the open page and links to its subject; opening it marks it as read', async ({ page, request }) => {
  test.setTimeout(180_000)
  const [owner, member, broker] = [await investor(request), await investor(request), await newBroker(request)]
  const circle = await makeCircle(request, owner)
  await joinCircle(request, member, circle, 75_000)
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { exclusiveAssignedBroker: broker.user._id })
  await callAs(request, member.token, 'post', 'app/notice/all')

  await storeSession(page, member.token)
  await page.goto('/dashboard')
  const bell = page.getByRole('button', { name: /^Notices/ })
  await expect(bell).toHaveAccessibleName('Notices')
  const property = await addProperty(request, broker, circle, '9 Quarry Lane')
  await expect(bell).toHaveAccessibleName('Notices, 1 unread')
  await callAs(request, member.token, 'post', `app/property/${property._id}/thread`, { text: 'When can we see it?' })
  await callAs(request, broker.token, 'post', `app/property/${property._id}/thread`, { text: 'I can show it on Friday.' })
  await expect(bell).toHaveAccessibleName('Notices, 2 unread')

  await bell.click()
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible()
  await expectNoSeriousFindings(page, '[role="dialog"][aria-label="Notices"]')
  await page.getByRole('link', { name: /Someone wrote about 9 Quarry Lane/ }).click()
  await expect(page).toHaveURL(new RegExp(`/circle/${circle._id}`))
  await expect(page.getByRole('dialog', { name: '9 Quarry Lane' }).getByText('I can show it on Friday.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(bell).toHaveAccessibleName('Notices, 1 unread')
  await bell.click()
  await page.getByRole('button', { name: /^Mark as read: 9 Quarry Lane/ }).click()
  await expect(bell).toHaveAccessibleName('Notices')
})

test('on a phone all notices are marked as read with one tap, and a broker gets a link to their own page', async ({ page, request }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const [owner, broker] = [await investor(request), await newBroker(request)]
  const circle = await makeCircle(request, owner)
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { exclusiveAssignedBroker: broker.user._id })
  const property = await addProperty(request, broker, circle, '3 Tannery Court')
  await callAs(request, owner.token, 'post', `app/property/${property._id}/thread`, { text: 'Who owns the alley?' })
  await storeSession(page, broker.token)
  await page.goto('/broker/circles')
  await page.getByRole('button', { name: /^Notices, \d+ unread/ }).click()
  await expectNoSeriousFindings(page, '[role="dialog"][aria-label="Notices"]')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  await page.getByRole('link', { name: /Someone wrote about 3 Tannery Court/ }).click()
  await expect(page).toHaveURL(new RegExp(`/broker/circle/${circle._id}`))
  await expect(page.getByRole('dialog', { name: '3 Tannery Court' }).getByText('Who owns the alley?')).toBeVisible()
})

test('before a closing date only people without a vote are reminded; the digest is mailed as chosen', async ({ page, request }) => {
  test.setTimeout(180_000)
  const [owner, voter, silent] = [await investor(request), await investor(request), await investor(request)]
  for (const person of [voter, silent]) await confirmAddress(request, person)
  const circle = await makeCircle(request, owner)
  await joinCircle(request, voter, circle, 75_000)
  await joinCircle(request, silent, circle, 75_000)
  const closesAt = new Date(Date.now() + 30 * 3_600_000).toISOString()
  const property = await addProperty(request, owner, circle, '21 Foundry Square', { closesAt })
  await castVote(request, owner, property, 'invest')
  await castVote(request, voter, property, 'invest')

  await storeSession(page, voter.token)
  await page.goto('/profile')
  await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked()
  await page.getByRole('radio', { name: 'Off' }).check()
  await expectToast(page, 'Digest saved')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Off' })).toBeChecked()

  await setClosingIn(property._id, 3_600, 0)
  await queueJob('remind-voters')
  const reminder = /^Your vote is missing in /
  await expect(async () => {
    expect((await mailsTo(request, silent.email)).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(reminder))
  }).toPass({ timeout: 30_000 })
  await queueJob('send-digests')
  await expect(async () => {
    expect((await mailsTo(request, silent.email)).some(({ text }) => text.includes('This is your digest'))).toBe(true)
  }).toPass({ timeout: 30_000 })
  const mailed = await mailsTo(request, voter.email)
  expect(mailed.filter(({ subject, text }) => reminder.test(subject) || text.includes('This is your digest'))).toEqual([])
})
