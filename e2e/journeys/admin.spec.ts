import { callAs, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { expect, expectToast, type Page, test } from '../journey.ts'
import { confirmDialog, expectOnAllPages, findInGrid, findOnMap, openFromSidebar, startAsAdmin, verifyUser } from '../navigation.ts'
import { freshName, freshTitle, investor, newUser } from '../people.ts'

test.describe.configure({ timeout: 240_000 })

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function search(page: Page, list: 'users' | 'circles' | 'brokers', text: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: `Search ${list}` })
  await box.fill(text)
  await box.press('Enter')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
}

test('an administrator verifies, renames, suspends and deletes people', async ({ page, request }) => {
  const [someone, waiting] = [await investor(request), await newUser(request)]
  await callAs(request, waiting.token, 'post', `app/user/${waiting.user._id}`, { verificationRequested: true })
  await startAsAdmin(page)
  await openFromSidebar(page, 'User Management')
  await search(page, 'users', waiting.email)
  await row(page, waiting.email).getByRole('link', { name: /^Edit/ }).click()
  await verifyUser(page)
  await expectToast(page, 'User verified')
  await expect(row(page, waiting.email)).toContainText('Verified')

  await search(page, 'users', someone.email)
  await row(page, someone.email).getByRole('link', { name: /^Edit/ }).click()
  await page.getByLabel('First name').fill('Zelda')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'User saved')
  await page.getByRole('button', { name: 'Suspend User' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Please write to us.')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('button', { name: 'Reactivate User' })).toBeVisible()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await search(page, 'users', someone.email)
  await expect(row(page, someone.email)).toContainText('Zelda Stone')
  await row(page, someone.email)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await confirmDialog(page)
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
})

test('an administrator assigns a broker, removes a member, hides, shows and deletes a circle', async ({ page, request }) => {
  const [owner, member, broker] = [await investor(request), await investor(request), await newBroker(request)]
  const [title, brokerName] = [freshTitle('Managed House'), freshName('Ada')]
  const circle = await makeCircle(request, owner, {}, { title })
  await joinCircle(request, member, circle, 75_000)
  const openCircle = async (tab?: string) => {
    await openFromSidebar(page, 'Circle Management')
    await search(page, 'circles', title)
    await page.getByRole('link', { name: `View ${title}` }).click()
    if (tab) await page.getByRole('tab', { name: tab }).click()
  }
  await startAsAdmin(page)
  await findInGrid(page, title)
  await findOnMap(page, 1)

  await test.step('a broker is renamed and assigned', async () => {
    await openCircle('Broker Assignment')
    await expect(page.getByRole('radio', { name: /Exclusive Broker/ })).toBeVisible()
    await page.getByRole('link', { name: 'Brokers', exact: true }).click()
    await search(page, 'brokers', broker.email)
    await row(page, broker.email).getByRole('link', { name: /^Edit/ }).click()
    await page.getByLabel('First name').fill(brokerName)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expectToast(page, 'User saved')
    await page.getByRole('link', { name: 'Circles', exact: true }).click()
    await search(page, 'circles', title)
    await page.getByRole('link', { name: `View ${title}` }).click()
    await page.getByRole('tab', { name: 'Broker Assignment' }).click()
    await page.getByRole('combobox', { name: 'Broker', exact: true }).click()
    await page.getByRole('option', { name: `${brokerName} Reed` }).click()
    await page.getByRole('button', { name: 'Save Assignment' }).click()
    await expectToast(page, 'Broker assignment saved')
  })

  await test.step('a member is removed', async () => {
    await page.getByRole('tab', { name: 'Members' }).click()
    await row(page, member.email)
      .getByRole('button', { name: /Remove member/ })
      .click()
    await confirmDialog(page)
    await expect(row(page, member.email)).toHaveCount(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click()
    await expectOnAllPages(page, { title, percent: 25, members: 1, isMember: false })
  })

  await test.step('the circle is hidden, shown and deleted', async () => {
    for (const isHidden of [true, false]) {
      await openCircle()
      await page.getByRole('button', { name: isHidden ? 'Hide Circle' : 'Show Circle' }).click()
      if (isHidden) await confirmDialog(page)
      await expectToast(page, isHidden ? 'Circle hidden' : 'Circle shown')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click()
      await findInGrid(page, title, isHidden ? 0 : 1)
    }
    await openCircle()
    await page.getByRole('button', { name: 'Delete Circle' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await dialog.getByLabel('Type the title of the circle').fill(title)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Circle Management' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click()
    await findInGrid(page, title, 0)
    await findOnMap(page, 0)
  })
})

test('what waits for administrators comes up by itself, and people lead to their circles and their rows of the log', {
  tag: '@special',
}, async ({ page, request }) => {
  const [waiting, owner] = [await newUser(request), await investor(request)]
  const title = freshTitle('Linked House')
  await makeCircle(request, owner, {}, { title })
  await startAsAdmin(page)
  await expect(page.getByRole('heading', { level: 2, name: /^Needs you/ })).toHaveCount(0)
  await openFromSidebar(page, 'Dashboard')
  await expect(page.getByRole('heading', { level: 2, name: /^Needs you|^Nothing needs you/ })).toBeVisible()
  await openFromSidebar(page, 'User Management')
  await openFromSidebar(page, 'Overview')
  await expect(page.getByRole('heading', { level: 2, name: /^Needs you|^Nothing needs you/ })).toBeVisible()
  // Asked meanwhile, in another browser: no reload.
  const name = freshName('Ines')
  await callAs(request, waiting.token, 'post', `app/user/${waiting.user._id}`, { firstName: name, verificationRequested: true })
  await expect(page.getByText(`${name} Stone`).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /waiting to be verified$/ })).toBeVisible()

  await openFromSidebar(page, 'Users')
  await search(page, 'users', owner.email)
  await row(page, owner.email).getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('tab', { name: /^Circles/ }).click()
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: /^Go back/ }).click()
  await expect(page).toHaveURL(`/admin/user-management?search=${encodeURIComponent(owner.email)}`)
  await row(page, owner.email).getByRole('link', { name: /^Edit/ }).click()
  // What waits is there: nothing moves under the pointer any more.
  await expect(page.getByRole('link', { name: /^Next person: / })).toBeVisible()
  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect(page.getByText('Circle created')).toBeVisible()
  await page.getByRole('link', { name: /^Audit rows by and about/ }).click()
  await expect(page.getByRole('table').getByText('Circle created').first()).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search audit log' })
  await box.fill('circle created')
  await box.press('Enter')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
})
