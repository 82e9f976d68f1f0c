import type { Property } from '#contract/properties.ts'
import { listing } from '#server/testing/voting-circle.ts'
import { callAs, joinCircle, makeCircle } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, test } from '../journey.ts'
import { openFromSidebar, openOwnCircle, signInByForm, startAsAdmin, startSignedIn } from '../navigation.ts'
import { confirmAddress, freshTitle, investor, mailsTo } from '../people.ts'

test('a member reports a post, an administrator hides it and suspends its author, who reads the reason', { tag: '@special' }, async ({
  page,
  request,
  newBrowser,
}) => {
  test.setTimeout(180_000)
  const [owner, author] = [await investor(request), await investor(request)]
  await confirmAddress(request, author)
  const title = freshTitle('Larkspur')
  const circle = await makeCircle(request, owner, {}, { title })
  await joinCircle(request, author, circle, 75_000)
  const property = await callAs<Property>(request, owner.token, 'post', 'app/property', { ...listing, circle: circle._id })
  await callAs(request, author.token, 'post', `app/property/${property._id}/thread`, { text: 'Send me the money in cash.' })

  const member = await newBrowser()
  await startSignedIn(member, owner)
  await openOwnCircle(member, title, 'Vote on Properties')
  await member.getByRole('link', { name: property.address, exact: true }).click()
  await member.getByRole('button', { name: 'More about this post of Maya Stone' }).click()
  await member.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = member.getByRole('dialog', { name: 'Report this post' })
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await expectNoSeriousFindings(member)
  await dialog.getByRole('radio', { name: 'Something else' }).check()
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect(dialog.getByText('Please fill in this field')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Asks for money outside the circle' }).check()
  await dialog.getByLabel('Words (optional)').fill('Nobody decided on a payment.')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expectToast(member, 'Thank you. An administrator will look at it.')

  await startAsAdmin(page)
  await openFromSidebar(page, 'User Management')
  await page.getByRole('link', { name: /^Reports/ }).click()
  await page.getByRole('link', { name: `Post in ${title}` }).click()
  await expect(page.getByRole('heading', { name: `Post in ${title}` })).toBeVisible()
  await expect(page.getByText('“Nobody decided on a payment.”')).toBeVisible()
  await expect(page.getByText('Send me the money in cash.')).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.getByRole('radio', { name: /^Hide it/ }).check()
  await page.getByRole('button', { name: 'Hide it' }).click()
  await expectToast(page, 'Hidden')

  // The member's page was open all the time.
  await expect(member.getByText('Hidden by an administrator')).toBeVisible()
  await expect(member.getByText('Send me the money in cash.')).toBeHidden()
  await member.getByRole('button', { name: /^Notices/ }).click()
  await expect(member.getByText('Your report was looked at. Thank you.')).toBeVisible()

  await page.getByRole('link', { name: /^Looked at/ }).click()
  await page.getByRole('link', { name: `Post in ${title}` }).click()
  await page.getByRole('link', { name: 'In the audit log' }).click()
  await expect(page.getByRole('row', { name: /Report hidden/ })).toBeVisible()

  await member.keyboard.press('Escape')
  await openOwnCircle(member, title, 'Members')
  await member.getByRole('button', { name: 'Report Maya Stone' }).click()
  await member.getByRole('dialog').getByRole('radio', { name: 'Not who they say they are' }).check()
  await member.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await expectToast(member, 'Thank you. An administrator will look at it.')

  await page.getByRole('link', { name: /^Reports/ }).click()
  await page.getByLabel('Kind').click()
  await page.getByRole('option', { name: 'Person' }).click()
  await expect(page).toHaveURL(/kind=person/)
  await page.getByRole('link', { name: 'Maya Stone' }).last().click()
  await page.getByRole('radio', { name: /^Suspend with a reason/ }).check()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Please give a reason')).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Payments are decided by the circle. Please write to us.')
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expectToast(page, 'User suspended')

  const suspended = await newBrowser()
  await suspended.goto('/')
  await suspended.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await signInByForm(suspended, author.email)
  await expect(suspended.getByText('“Payments are decided by the circle. Please write to us.”')).toBeVisible()
  await expect(async () => {
    expect((await mailsTo(request, author.email))[0]?.text).toContain('Payments are decided by the circle. Please write to us.')
  }).toPass()
})
