import { joinCircle } from '../circles.ts'
import { expect, test } from '../journey.ts'
import {
  chooseOption,
  confirmDialog,
  expectOnAllPages,
  fillCache,
  findInGrid,
  openFromSidebar,
  openOwnCircle,
  startSignedIn,
} from '../navigation.ts'
import { freshTitle, investor } from '../people.ts'
import { fillPropertyForm } from '../properties.ts'
import { createByWizard, walkToReview } from '../wizard.ts'

test.describe.configure({ timeout: 240_000 })

test('an owner creates a circle, renames it, invites, sets rules, adds a property, and hands the circle over', async ({
  page,
  request,
}) => {
  const [owner, heir] = [await investor(request), await investor(request)]
  const [first, title] = [freshTitle('Former House'), freshTitle('Later House')]
  await startSignedIn(page, owner)
  await fillCache(page, first, { isThere: false })

  await test.step('creates', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Create Circle' }).click()
    await createByWizard(page, first)
    await expectOnAllPages(page, { title: first, percent: 33, members: 1, isMember: true })
  })

  await test.step('renames', async () => {
    await openOwnCircle(page, first)
    await page.getByRole('button', { name: 'Menu of this circle' }).click()
    await page.getByRole('menuitem', { name: 'Edit Circle' }).click()
    await page.getByLabel('Title').fill(title)
    for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await findInGrid(page, first, 0)
    await expectOnAllPages(page, { title, percent: 33, members: 1, isMember: true })
  })

  await test.step('invites and sets the rules', async () => {
    await openOwnCircle(page, title, 'Members')
    await page.getByRole('button', { name: 'Make an invite link' }).click()
    await expect(page.getByLabel('Invite link')).toHaveValue(/invite=/)
    await page.getByRole('button', { name: 'End link' }).click()
    await expect(page.getByRole('button', { name: 'Make an invite link' })).toBeVisible()
    await page.getByRole('button', { name: 'Change rules' }).click()
    await page.getByLabel('Threshold, in percent').fill('60')
    await page.getByRole('button', { name: 'Save rules' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('adds a property and changes its price', async () => {
    await page.getByRole('tab', { name: 'Vote on Properties' }).click()
    await page.getByRole('link', { name: 'Add Property' }).first().click()
    await fillPropertyForm(page, '9 Quarry Lane')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/circle\//)
    await openOwnCircle(page, title, 'Vote on Properties')
    await page.getByRole('link', { name: 'Edit 9 Quarry Lane' }).click()
    await page.getByLabel('Price').fill('830000')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/circle\//)
    await openOwnCircle(page, title, 'Vote on Properties')
    await expect(page.getByRole('article').filter({ hasText: '9 Quarry Lane' })).toContainText('$830,000')
  })

  await test.step('hands it over to a member who has joined', async () => {
    await page.getByRole('tab', { name: 'Members' }).click()
    const _id = /circle\/([\w-]+)/.exec(page.url())?.[1] ?? ''
    await joinCircle(request, heir, { _id }, 33_333)
    await expect(page.getByRole('rowheader').filter({ hasText: heir.email })).toBeVisible()
    await chooseOption(page, 'New owner', /Maya Stone/)
    await page.getByRole('button', { name: 'Hand over' }).click()
    await confirmDialog(page)
    await expect(page.getByRole('button', { name: 'Hand over' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu of this circle' }).click()
    await expect(page.getByRole('menuitem', { name: 'Decision rules' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Edit Circle' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openFromSidebar(page, 'Dashboard')
    await expectOnAllPages(page, { title, percent: 67, members: 2, isMember: true })
  })
})

test('a circle is created once: its button stays busy until the circle’s page has loaded', { tag: '@special' }, async ({
  page,
  request,
}) => {
  await startSignedIn(page, await investor(request))
  await openFromSidebar(page, 'Create Circle')
  await walkToReview(page, freshTitle('Single House'))
  let load = () => {}
  const line = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await line
    await route.continue()
  })
  const isLoading = page.waitForRequest('**/assets/*.js')
  const button = page.getByRole('main').getByRole('button', { name: 'Create Circle' })
  await button.click()
  await isLoading
  await expect(button).toBeDisabled()
  load()
  await expect(page).toHaveURL(/\/circle\/[\w-]+$/)
})
