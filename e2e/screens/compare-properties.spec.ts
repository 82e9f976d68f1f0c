import { callAsAdmin, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { expect, expectNoSeriousFindings, storeSession, test } from '../journey.ts'
import { investor } from '../people.ts'
import { smallPicture } from '../pictures.ts'
import { addProperty, castVote } from '../properties.ts'

test('a member adds a property with its picture, and compares it with another', async ({ page, request }) => {
  const [owner, member] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner)
  await joinCircle(request, member, circle, 75_000)
  const first = await addProperty(request, owner, circle, '70 Millrace Yard', { price: 450_000 })
  await castVote(request, owner, first, 'invest')

  await storeSession(page, member.token)
  await page.goto(`/circle/${circle._id}/compare`)
  await expect(page.getByText('A circle needs at least two properties for that.')).toBeVisible()

  await page.goto(`/add-property/${circle._id}`)
  for (const [label, text] of [
    ['Address', '12 Boulder Steps'],
    ['City', 'Boulder'],
    ['State / County', 'CO'],
    ['Postal code', '80301'],
    ['Listing link', 'https://listings.example/12'],
    ['Price', '1200000'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.locator('input[type=file]').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(
    page
      .getByRole('alert')
      .or(page.getByText(/JPEG, PNG, WebP or GIF/))
      .first(),
  ).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: smallPicture() })
  await expect(page.getByRole('img', { name: 'The listing' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(new RegExp(`/circle/${circle._id}`))

  await page.goto(`/circle/${circle._id}?property=true`)
  await page.getByRole('link', { name: 'Compare properties' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Compare properties' })).toBeVisible()
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect(row('Price')).toContainText('$450,000')
  await expect(row('Price')).toContainText('$1,200,000')
  await expect(row('Ready to Invest')).toContainText('3 arcs')
  await expect(row('Distance')).toContainText('miles')
  await expect(page.getByRole('columnheader', { name: '12 Boulder Steps' }).locator('img')).toBeVisible()
  await expectNoSeriousFindings(page)

  const share = page.locator('.properties_calculator', { hasText: '70 Millrace Yard' })
  await expect(share).toContainText('Estimate')
  await expect(share).toContainText('Your 1 of 12 arcs of the price$37,500')
  const before = await share.textContent()
  await share.getByRole('slider', { name: 'Part of the price on a loan' }).press('ArrowRight')
  await expect.poll(() => share.textContent()).not.toBe(before)
})

test('a broker changes a listing’s status, and a member’s open page shows it', async ({ page, request, newBrowser }) => {
  const [owner, broker] = [await investor(request), await newBroker(request)]
  const circle = await makeCircle(request, owner)
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { assignedBrokers: [broker.user._id] })
  await addProperty(request, broker, circle, '9 Quarry Lane')
  const member = await newBrowser(owner)
  await member.goto(`/circle/${circle._id}?property=true`)
  await expect(member.getByText('Available', { exact: true })).toBeVisible()

  await storeSession(page, broker.token)
  await page.goto(`/broker/circle/${circle._id}`)
  await page.getByRole('tab', { name: 'Properties' }).click()
  await expectNoSeriousFindings(page)
  await page.getByRole('combobox', { name: /Listing status/ }).click()
  await page.getByRole('option', { name: 'Under Offer' }).click()
  await expect(member.getByText('Under Offer', { exact: true })).toBeVisible()
})
