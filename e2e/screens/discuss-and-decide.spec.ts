import { readFile } from 'node:fs/promises'
import { callAs, callAsAdmin, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { ageVotesByOneMinute, setClosingIn } from '../jobs.ts'
import { expect, expectNoSeriousFindings, type Page, storeSession, test } from '../journey.ts'
import { investor } from '../people.ts'
import { addProperty, castVote } from '../properties.ts'

const vote = async (page: Page, choice: RegExp, reason: string) => {
  await page.getByRole('button', { name: /^(Vote on Property|Change Vote)/ }).click()
  await page.getByRole('radio', { name: choice }).check()
  await page.getByLabel('Your reason (optional)').fill(reason)
  await page.getByRole('button', { name: 'Save Vote' }).click()
  await expect(page.getByRole('dialog', { name: 'Vote on Property' })).toBeHidden()
}

test('a member asks, the broker answers, and both see it without a reload', async ({ request, newBrowser }) => {
  test.setTimeout(180_000)
  const [owner, broker] = [await investor(request), await newBroker(request)]
  const circle = await makeCircle(request, owner)
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { exclusiveAssignedBroker: broker.user._id })
  await addProperty(request, broker, circle, '70 Millrace Yard')

  const [members, brokers] = [await newBrowser(owner), await newBrowser(broker)]
  await members.goto(`/circle/${circle._id}?property=true`)
  await members.getByRole('button', { name: /Reasons and discussion: 70 Millrace Yard/ }).click()
  const panel = members.getByRole('dialog', { name: '70 Millrace Yard' })
  await expect(panel.getByText('Nothing has been asked yet', { exact: false })).toBeVisible()
  await expectNoSeriousFindings(members)

  await brokers.goto(`/broker/circle/${circle._id}?tab=properties`)
  await brokers.getByRole('button', { name: /Discussion: 70 Millrace Yard/ }).click()
  await panel.getByLabel('Write to the circle').fill('Is the <b>cellar</b> dry?')
  await panel.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(brokers.getByRole('log').getByText('Is the <b>cellar</b> dry?')).toBeVisible()
  await brokers.getByLabel('Write to the circle').fill('Yes: https://listings.example/survey. Not javascript:alert(1)')
  await brokers.getByRole('button', { name: 'Post', exact: true }).click()

  const answer = panel.getByRole('article').filter({ hasText: 'Bruno Reed' })
  await expect(answer.getByText('Broker', { exact: true })).toBeVisible()
  const link = answer.getByRole('link')
  await expect(link).toHaveCount(1)
  await expect(link).toHaveAttribute('href', 'https://listings.example/survey')
  await expect(link).toHaveAttribute('rel', /noopener.*nofollow/)

  await expect(answer.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Edit' }).click()
  await panel.getByLabel('Change your post').fill('Is the cellar dry in spring?')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(brokers.getByRole('log').getByText('Is the cellar dry in spring?')).toBeVisible()
  await expect(brokers.getByRole('log').getByText('edited')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await members.getByRole('dialog', { name: 'Delete your post?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(brokers.getByRole('log').getByText('Is the cellar dry in spring?')).toBeHidden()
})

test('a vote with its reason is changed, an outcome is reached, and the record shows it', async ({ request, newBrowser }) => {
  test.setTimeout(180_000)
  const [owner, member] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner)
  await joinCircle(request, member, circle, 150_000)
  const property = await addProperty(request, owner, circle, '12 Lakeview Spur')
  const [first, second] = [await newBrowser(owner), await newBrowser(member)]
  await first.goto(`/circle/${circle._id}?property=true`)
  await second.goto(`/circle/${circle._id}?property=true`)
  await expect(first.getByText('No votes yet; needs 3 of 5 arcs to pass')).toBeVisible()

  await vote(second, /Veto/, 'The roof is from 1970.')
  await expect(first.getByText('2 of 5 arcs voted; needs 3 more to pass')).toBeVisible()
  await ageVotesByOneMinute()
  await vote(second, /Watch List/, 'A new roof is promised.')
  await vote(first, /Ready to Invest/, 'Close to the lake')
  await expect(second.getByText('5 of 5 arcs voted; passes with 3 to invest')).toBeVisible()
  await expect(second.getByText('changed', { exact: true })).toBeVisible()

  await first.getByRole('button', { name: /Reasons and discussion/ }).click()
  const panel = first.getByRole('dialog', { name: '12 Lakeview Spur' })
  await expect(panel.getByText('A new roof is promised.')).toBeVisible()
  await panel.getByText(/^Changed/).click()
  await expect(panel.getByText('The roof is from 1970.')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()

  await callAs(request, owner.token, 'put', `app/property/${property._id}`, { price: 799_000, updatedAt: property.updatedAt })
  const note = second.getByRole('note').filter({ hasText: 'Please look again' })
  await expect(note).toContainText('Price: $845,000 → $799,000')
  await second.getByRole('button', { name: /^Change Vote/ }).click()
  await second.getByRole('button', { name: 'Save Vote' }).click()
  await expect(note).toBeHidden()

  await first.getByRole('link', { name: 'Whole record' }).click()
  await expect(first.getByRole('heading', { name: 'Record of decisions' })).toBeVisible()
  const row = first.getByRole('listitem').filter({ hasText: '12 Lakeview Spur passes' })
  await expect(row).toContainText('Close to the lake')
  await expect(row).toContainText('A new roof is promised.')
  await expect(row).toContainText('Charter version 1')
  await expectNoSeriousFindings(first)
  const [file] = await Promise.all([first.waitForEvent('download'), first.getByRole('button', { name: 'Export CSV' }).click()])
  expect(await readFile(await file.path(), 'utf8')).toContain('12 Lakeview Spur')
  await first.emulateMedia({ media: 'print' })
  await expect(row).toBeVisible()
  await expect(first.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(first.getByRole('navigation', { name: 'Main' })).toBeHidden()
})

test('the owner sets the rules before anyone votes; new members accept the current version', async ({ request, newBrowser }) => {
  test.setTimeout(180_000)
  const [owner, member] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner)
  const property = await addProperty(request, owner, circle, '418 Alderstone Way')
  const [owners, members] = [await newBrowser(owner), await newBrowser(member)]

  await members.goto(`/circle-public/${circle._id}`)
  await expect(members.getByText('A veto says no. It does not block a property on its own.')).toBeVisible()
  await members.goto(`/join-circle/${circle._id}`)
  await expect(members.getByText('Votes count by arcs', { exact: false })).toBeVisible()
  await members.getByRole('button', { name: 'Next: Choose Investment' }).click()
  await members.getByRole('button', { name: 'Next: Confirm' }).click()
  await expect(members.getByText('By joining you agree to version 1')).toBeVisible()

  await owners.goto(`/circle/${circle._id}?tab=members`)
  await owners.getByRole('button', { name: 'Change rules' }).click()
  await owners.getByRole('radio', { name: /By person/ }).check()
  await owners.getByLabel('Threshold, in percent').fill('120')
  await expect(owners.getByRole('button', { name: 'Save rules' })).toBeDisabled()
  await owners.getByLabel('Threshold, in percent').fill('60')
  await owners.getByRole('switch', { name: 'A veto blocks' }).check()
  await expect(owners.getByText('Passes when more than 60% of all members', { exact: false })).toBeVisible()
  await expectNoSeriousFindings(owners)
  await owners.getByRole('button', { name: 'Save rules' }).click()
  await expect(owners.getByRole('dialog', { name: 'Decision rules' })).toBeHidden()

  await expect(members.getByText('The rules changed while you were here', { exact: false })).toBeVisible()
  await expect(members.getByText('A single veto blocks a property for as long as it stands.')).toBeVisible()
  await expect(members.getByText('By joining you agree to version 2')).toBeVisible()
  await expectNoSeriousFindings(members)
  await members.getByRole('button', { name: 'Join Circle' }).click()
  await expect(members).toHaveURL(new RegExp(`/circle/${circle._id}`))
  await members.getByRole('tab', { name: 'Vote on Properties' }).click()
  await expect(members.getByText('You agreed to version 2', { exact: false })).toBeVisible()
  await members.getByRole('button', { name: 'Read the charter' }).click()
  await expect(members.getByText(/^Version 1,/)).toBeVisible()

  await castVote(request, owner, property, 'invest')
  await expect(owners.getByRole('button', { name: 'Change rules' })).toBeDisabled()
  await expect(owners.getByText('Locked while an open property has votes', { exact: false })).toBeVisible()
})

test('joining under outdated rules is refused, the new rules are shown, and joining then works', async ({ page, request }) => {
  test.setTimeout(180_000)
  const [owner, member] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner)
  // Without live updates the page cannot know about the new rules.
  await page.route('**/api/app/stream**', (route) => route.abort())
  await storeSession(page, member.token)
  await page.goto(`/join-circle/${circle._id}`)
  await page.getByRole('button', { name: 'Next: Choose Investment' }).click()
  await page.getByRole('button', { name: 'Next: Confirm' }).click()
  await expect(page.getByText('By joining you agree to version 1')).toBeVisible()
  await callAs(request, owner.token, 'put', `app/circle/${circle._id}/rules`, { quorum: 75 })
  await page.getByRole('button', { name: 'Join Circle' }).click()
  await expect(page.getByText('The circle’s rules have changed meanwhile', { exact: false })).toBeVisible()
  await expect(page.getByText('By joining you agree to version 2')).toBeVisible()
  await expect(page.getByText('At least 75% of the arcs held must have voted', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Join Circle' }).click()
  await expect(page).toHaveURL(new RegExp(`/circle/${circle._id}`))
})

test('the closing date is set in the property’s panel, and freezes the vote when it passes', async ({ page, request }) => {
  test.setTimeout(180_000)
  const owner = await investor(request)
  const circle = await makeCircle(request, owner)
  const property = await addProperty(request, owner, circle, '5 Orchard Row')
  await castVote(request, owner, property, 'invest')
  await storeSession(page, owner.token)
  await page.goto(`/circle/${circle._id}?property=${property._id}`)
  const panel = page.getByRole('dialog', { name: '5 Orchard Row' })
  await panel.getByRole('button', { name: 'Set the end of voting' }).click()
  await panel.getByLabel('Voting closes').fill('2099-06-01T18:00')
  await panel.getByRole('button', { name: 'Save date' }).click()
  await expect(panel.getByText(/^Closes 1 June 2099, 6:00 PM/)).toBeVisible()
  await panel.getByRole('button', { name: 'Close', exact: true }).click()

  await setClosingIn(property._id, 4)
  await page.reload()
  await expect(page.getByText('Passed: 3 of 3 arcs to invest, 3 voted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Decided 1' })).toBeVisible()
  await expect(page.getByText('Shown as it stood on', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Change Vote/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit 5 Orchard Row' }).click()
  await expect(page.getByText('Voting on this property has closed', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Address')).toBeDisabled()
  await expect(page.getByLabel('Listing status')).toBeEnabled()
  await page.goto(`/circle/${circle._id}`)
  await expect(page.getByText('Passed', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: '5 Orchard Row' }).click()
  await expect(page.getByRole('dialog', { name: '5 Orchard Row' })).toBeVisible()
})

test('after a handover the new owner can edit every property, and the former owner gets no edit link', async ({ request, newBrowser }) => {
  const [owner, member, broker] = [await investor(request), await investor(request), await newBroker(request)]
  const circle = await makeCircle(request, owner)
  await joinCircle(request, member, circle, 75_000)
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { exclusiveAssignedBroker: broker.user._id })
  await addProperty(request, broker, circle, '8 Sluice Lane')
  await callAs(request, owner.token, 'post', `app/circle/${circle._id}/owner`, { user: member.user._id })

  const [former, present] = [await newBrowser(owner), await newBrowser(member)]
  for (const window of [former, present]) await window.goto(`/circle/${circle._id}?property=true`)
  await expect(present.getByRole('link', { name: 'Edit 8 Sluice Lane' })).toBeVisible()
  await expect(former.getByRole('heading', { name: '8 Sluice Lane' })).toBeVisible()
  await expect(former.getByRole('link', { name: 'Edit 8 Sluice Lane' })).toHaveCount(0)
})
