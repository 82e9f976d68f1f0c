import { callAs, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { expect, expectToast, type Page, test } from '../journey.ts'
import { confirmDialog, expectOnAllPages, findInGrid, findOnMap, openFromSidebar, startAsAdmin } from '../navigation.ts'
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
  await page.getByRole('button', { name: 'Verify User' }).click()
  await expectToast(page, 'User verified')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await search(page, 'users', waiting.email)
  await expect(row(page, waiting.email)).toContainText('Verified')

  await search(page, 'users', someone.email)
  await row(page, someone.email).getByRole('link', { name: /^Edit/ }).click()
  await page.getByLabel('First name').fill('Zelda')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'User saved')
  await page.getByRole('button', { name: 'Suspend User' }).click()
  await confirmDialog(page)
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
      await page.getByRole('link', { name: 'Edit Circle' }).click()
      await page.getByRole('switch', { name: 'Hidden' }).setChecked(isHidden)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page).toHaveURL('/admin/circle-management')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click()
      await findInGrid(page, title, isHidden ? 0 : 1)
    }
    await openCircle()
    await page.getByRole('button', { name: 'Delete Circle' }).click()
    await confirmDialog(page)
    await expect(page).toHaveURL('/admin/circle-management')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click()
    await findInGrid(page, title, 0)
    await findOnMap(page, 0)
  })
})
