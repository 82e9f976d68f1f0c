import { paths } from '#contract/paths.ts'
import { expect, type Page, storeSession } from './journey.ts'
import { adminEmail, password, type Someone, sharedSession } from './people.ts'

/** Waits for the sign-in page first, because the registration page has fields with the same names. */
export async function signInByForm(page: Page, email: string, secret = password): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).first().fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Signs in as people do: from the first page, by its link and the form. */
export async function signInFromStart(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await signInByForm(page, email, secret)
  await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
}

/** Opens the first page with a session from the API, for journeys that are not about signing in. */
export async function startSignedIn(page: Page, { token }: Pick<Someone, 'token'>): Promise<void> {
  await storeSession(page, token)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
}

export const startAsAdmin = async (page: Page): Promise<void> =>
  startSignedIn(page, { token: await sharedSession(page.request, adminEmail) })

/** Answers the dialog of a step-up. */
export async function confirmByPassword(page: Page, secret = password): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(secret)
  await dialog.getByRole('button', { name: /Confirm|Retry/ }).click()
}

export const openFromSidebar = (page: Page, link: string): Promise<void> =>
  page
    .getByRole('complementary')
    .getByRole('link', { name: new RegExp(`^${link}`) })
    .click()

export const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Opens the grid from the sidebar and searches for a circle by its title. */
export async function findInGrid(page: Page, title: string, count = 1): Promise<void> {
  await openFromSidebar(page, 'Find Circles')
  // The results of the previous search stay on screen for a moment.
  await expect(page).toHaveURL(({ pathname, search }) => pathname === '/' && search === '')
  const keywords = page.getByLabel('Keywords')
  const isOpen = await page.getByRole('button', { name: 'Advanced filters', expanded: true }).isVisible()
  if (!isOpen) await page.getByRole('button', { name: 'Advanced filters' }).click()
  await keywords.fill(title)
  await keywords.press('Enter')
  const found = count === 0 ? 'No Circles Found' : `Found ${count} ${count === 1 ? 'circle' : 'circles'}`
  await expect(page.getByRole('heading', { name: found, exact: true })).toBeVisible()
}

const view = (page: Page, name: 'Map' | 'Grid') => page.getByRole('navigation', { name: 'View' }).getByRole('link', { name }).click()

/** Switches from the grid to the map with the same search. */
export async function findOnMap(page: Page, count: number): Promise<void> {
  await view(page, 'Map')
  await expect(page.getByText(`Showing ${count} ${count === 1 ? 'circle' : 'circles'}`, { exact: true })).toBeVisible()
}

/** Expects exactly these circles on the dashboard, or none. */
export async function expectOnDashboard(page: Page, titles: readonly string[]): Promise<void> {
  await openFromSidebar(page, 'Dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  for (const title of titles) await expect(page.getByRole('main').getByRole('link', { name: title }).first()).toBeVisible()
  // Circles that one has left lead to what stays there.
  const ownCircles = page.getByRole('main').locator(`a[href^="${paths.circle('')}"]:not([href$="/past"])`)
  if (titles.length === 0) await expect(ownCircles).toHaveCount(0)
}

/** Opens grid, map and dashboard, so that they are in the page's cache before an act. */
export async function fillCache(page: Page, title: string, { isThere = true, own = [] as readonly string[] } = {}): Promise<void> {
  await findInGrid(page, title, isThere ? 1 : 0)
  await findOnMap(page, isThere ? 1 : 0)
  await expectOnDashboard(page, own)
}

type CircleState = { readonly title: string; readonly percent: number; readonly members: number; readonly isMember: boolean }

/** Expects the same state in the grid, on the map, on the dashboard and on the circle's own page. */
export async function expectOnAllPages(page: Page, { title, percent, members, isMember }: CircleState): Promise<void> {
  await findInGrid(page, title)
  const found = cardOf(page, title)
  await expect(found).toContainText(`${percent}% funded`)
  await expect(found.getByRole('img', { name: `${percent}% funded by ${members} ${members === 1 ? 'member' : 'members'}` })).toBeVisible()
  await expect(found.getByText('Member', { exact: true })).toHaveCount(isMember ? 1 : 0)
  await findOnMap(page, 1)
  await page
    .getByRole('region', { name: 'Circles in this view' })
    .getByRole('button', { name: `Show ${title} on the map` })
    .click()
  const popup = page.getByRole('dialog', { name: title })
  await expect(popup).toContainText(`${percent}% funded`)
  await popup.getByRole('link', { name: isMember ? 'View Circle' : 'View Details' }).click()
  await expect(page).toHaveURL(isMember ? /\/circle\/[\w-]+$/ : /\/circle-public\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('img', { name: new RegExp(`^${percent}% funded by ${members} member`) }).first()).toBeVisible()
  await expectOnDashboard(page, isMember ? [title] : [])
}

/** Presses the dialog's last button, which is the confirming one. */
/** On a person's page or review: the dialog first says what is there and what is missing. */
export async function verifyUser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify User' }).click()
  await page
    .getByRole('dialog', { name: /^Verify / })
    .getByRole('button', { name: 'Verify User' })
    .click()
}

export const confirmDialog = (page: Page): Promise<void> => page.getByRole('dialog').getByRole('button').last().click()

export const chooseOption = async (page: Page, field: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Opens one of the person's own circles from the dashboard. */
export async function openOwnCircle(page: Page, title: string, tab?: string): Promise<void> {
  await expectOnDashboard(page, [title])
  await page.getByRole('main').getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

export async function joinFromGrid(page: Page, title: string): Promise<void> {
  await findInGrid(page, title)
  await cardOf(page, title).getByRole('link', { name: 'View Details' }).click()
  await page.getByRole('link', { name: 'Join This Circle' }).click()
  await page.getByRole('button', { name: 'Next: Choose Investment' }).click()
  await page.getByRole('button', { name: 'Next: Confirm' }).click()
  await page.getByRole('button', { name: 'Join Circle' }).click()
}
