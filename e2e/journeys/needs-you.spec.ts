import { callAs, joinCircle, makeCircle } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test } from '../journey.ts'
import { openFromSidebar, startSignedIn } from '../navigation.ts'
import { confirmAddress, freshTitle, investor, mailedLink } from '../people.ts'
import { addProperty, castVote } from '../properties.ts'

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
const needs = (page: Page) => page.getByRole('region', { name: 'Needs you' })

test('a vote that waits is opened from the dashboard and cast, and then nothing needs the member', async ({ request, newBrowser }) => {
  test.setTimeout(180_000)
  const title = freshTitle('Old Mill Exchange')
  const [owner, member] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner, {}, { title })
  await joinCircle(request, member, circle, 75_000)
  const property = await addProperty(request, owner, circle, '70 Millrace Yard', { closesAt: inDays(4) })
  await castVote(request, owner, property, 'invest')

  const page = await newBrowser()
  await startSignedIn(page, member)
  await openFromSidebar(page, 'Dashboard')
  await expect(needs(page).getByText(/^Closes \w+day$/)).toBeVisible()
  await expect(needs(page).getByText(`70 Millrace Yard, ${title}`)).toBeVisible()
  await expectNoSeriousFindings(page)
  await needs(page).getByRole('link', { name: '1 vote waiting' }).click()
  const panel = page.getByRole('dialog', { name: '70 Millrace Yard' })
  await panel.getByRole('button', { name: 'Vote on Property' }).click()
  const vote = page.getByRole('dialog', { name: /^Vote/ })
  await vote.getByRole('radio', { name: /Ready to Invest/ }).check()
  await vote.getByRole('button', { name: 'Save Vote' }).click()
  await expect(vote).toBeHidden()
  await page.goBack()
  await expect(needs(page).getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
  await expect(needs(page).getByText(/^Next: 70 Millrace Yard closes on \w+day, \w+ \d+\. You have voted\.$/)).toBeVisible()

  // An answer arrives in the open page, and leaves it once it was read.
  const thread = `app/property/${property._id}/thread`
  await callAs(request, member.token, 'post', thread, { text: 'Is the roof new?' })
  await callAs(request, owner.token, 'post', thread, { text: 'Since 2019.' })
  const answers = needs(page).getByRole('link', { name: '1 answer to read' })
  await expect(answers).toBeVisible()
  await answers.click()
  await expect(page.getByRole('dialog', { name: '70 Millrace Yard' }).getByText('Since 2019.')).toBeVisible()
  await page.goBack()
  await expect(needs(page).getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()

  // New rules ask for agreement.
  await callAs(request, owner.token, 'put', `app/property-preference/${property._id}`, { preference: null })
  await callAs(request, member.token, 'put', `app/property-preference/${property._id}`, { preference: null })
  await callAs(request, owner.token, 'put', `app/circle/${circle._id}/rules`, { quorum: 60 })
  await needs(page).getByRole('link', { name: '1 charter to agree to' }).click()
  await page.getByRole('button', { name: 'I agree to version 2' }).click()
  await expectToast(page, 'You agreed to version 2')
  await expect(page.getByText('You agreed to version 2', { exact: false }).first()).toBeVisible()
  await openFromSidebar(page, 'Dashboard')
  await expect(needs(page).getByRole('link', { name: '1 vote waiting' })).toBeVisible()
  await expect(needs(page).getByRole('link')).toHaveCount(1)
})

test('a kind of mails is switched off in the profile, and another by the link in a mail', { tag: '@special' }, async ({
  request,
  newBrowser,
}) => {
  test.setTimeout(180_000)
  const [owner, member] = [await investor(request), await investor(request)]
  for (const person of [owner, member]) await confirmAddress(request, person)
  const circle = await makeCircle(request, owner)
  await joinCircle(request, member, circle, 75_000)

  const page = await newBrowser()
  await startSignedIn(page, owner)
  await openFromSidebar(page, 'My Profile')
  await expect(page.getByRole('switch', { name: 'Someone joined or left your circle' })).toBeChecked()
  await page.getByRole('switch', { name: 'The outcome of a vote' }).click()
  await expectToast(page, 'Mails switched off')
  await expect(page.getByRole('switch', { name: 'The outcome of a vote' })).not.toBeChecked()
  await expectNoSeriousFindings(page)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'The outcome of a vote' })).not.toBeChecked()

  const link = await mailedLink(request, owner.email, '/unsubscribe')
  const stranger = await newBrowser()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1, name: 'Stop these mails?' })).toBeVisible()
  await expect(stranger.getByText('who joined or left your circles', { exact: false })).toBeVisible()
  await expectNoSeriousFindings(stranger)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Someone joined or left your circle' })).toBeChecked()
  await stranger.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(stranger.getByRole('heading', { level: 1, name: 'These mails have stopped' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Someone joined or left your circle' })).not.toBeChecked()
  await stranger.getByRole('button', { name: 'Switch back on' }).click()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Switched back on' })).toBeVisible()

  // One click in the mail program.
  const click = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, data: 'List-Unsubscribe=One-Click' }
  expect((await request.post(link, click)).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Someone joined or left your circle' })).not.toBeChecked()
})
