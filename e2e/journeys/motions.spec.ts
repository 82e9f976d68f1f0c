import type { APIRequestContext } from '@playwright/test'
import { callAs, joinCircle, makeCircle } from '../circles.ts'
import { ageArcsByOneWeek } from '../jobs.ts'
import { expect, expectNoSeriousFindings, type Page, test } from '../journey.ts'
import { chooseOption, openOwnCircle, startSignedIn } from '../navigation.ts'
import { freshTitle, investor, type Someone } from '../people.ts'

async function named(request: APIRequestContext, firstName: string, lastName: string): Promise<Someone> {
  const someone = await investor(request)
  await callAs(request, someone.token, 'post', `app/user/${someone.user._id}`, { firstName, lastName })
  return someone
}

/** What a date and time field takes, a week from now. */
const nextWeek = (): string => {
  const date = new Date(Date.now() + 7 * 86_400_000)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T18:00`
}

async function vote(page: Page, choice: 'Yes' | 'No' | 'Abstain', reason?: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Your vote' })
  await card.getByRole('radio', { name: choice }).check()
  if (reason) await card.getByLabel('Your reason (optional)').fill(reason)
  await card.getByRole('button', { name: 'Save Vote' }).click()
}

/** Opens a motion from the notice that tells of it. */
async function openFromNotice(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Notices/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(`“${title}” waits for your vote`) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test('three members name a treasurer and decide a repair, and its record explains the outcome', async ({ request, newBrowser }) => {
  test.setTimeout(300_000)
  const title = freshTitle('Sycamore Court')
  const ida = await named(request, 'Ida', 'Brandt')
  const maya = await named(request, 'Maya', 'Sorensen')
  const tomas = await named(request, 'Tomas', 'Weller')
  const circle = await makeCircle(request, ida, { ownerInvestmentAmount: 300_000 }, { title })
  await joinCircle(request, maya, circle, 450_000)
  await joinCircle(request, tomas, circle, 150_000)
  await ageArcsByOneWeek(circle._id)
  const [idas, mayas, tomass] = [await newBrowser(), await newBrowser(), await newBrowser()]

  await startSignedIn(idas, ida)
  await openOwnCircle(idas, title)
  const line = idas.getByRole('region', { name: 'Stage of this circle' })
  await expect(line.getByRole('listitem').filter({ hasText: 'Deciding' })).toHaveAttribute('aria-current', 'step')
  await expect(line.getByText('All arcs are held.')).toBeVisible()
  await idas.getByRole('tab', { name: 'Motions' }).click()
  await expect(idas.getByText('No motion is open')).toBeVisible()
  await idas.getByRole('link', { name: 'New motion' }).click()
  await expect(idas.getByRole('heading', { level: 1, name: 'New motion' })).toBeVisible()
  await idas.getByRole('radio', { name: 'Treasurer' }).check()
  await idas.getByRole('button', { name: 'Make motion' }).click()
  await expect(idas.getByText('Please give it a title')).toBeVisible()
  await expectNoSeriousFindings(idas)
  await idas.getByLabel('Title').fill('Maya keeps the book')
  await idas.getByRole('textbox', { name: 'Text', exact: true }).fill('She has done it for her own house for years.')
  await chooseOption(idas, 'Treasurer', 'Maya Sorensen')
  await idas.getByLabel('Closes').fill(nextWeek())
  await idas.getByRole('button', { name: 'Make motion' }).click()
  await expect(idas.getByRole('heading', { level: 1, name: 'Maya keeps the book' })).toBeVisible()
  await expect(idas.getByText('No votes yet; needs 7 more to say yes')).toBeVisible()
  await vote(idas, 'Yes')
  await expect(idas.getByText('4 of 12 arcs voted; needs 3 more to say yes')).toBeVisible()

  await startSignedIn(tomass, tomas)
  await openFromNotice(tomass, 'Maya keeps the book')
  await vote(tomass, 'Abstain')
  await startSignedIn(mayas, maya)
  await openOwnCircle(mayas, title)
  await mayas.getByRole('tab', { name: 'Motions 1 open for you' }).click()
  await mayas.getByRole('link', { name: 'Maya keeps the book' }).click()
  await mayas.getByRole('radio', { name: 'Yes' }).check()
  await expect(
    mayas.getByText('With your 6 arcs it would have 10 yes; it takes 7. Everyone has voted then, so it closes at once.'),
  ).toBeVisible()
  await vote(mayas, 'Yes')
  await expect(mayas.getByText('12 of 12 arcs voted; passed with 10 yes')).toBeVisible()
  await expect(mayas.getByRole('heading', { name: 'In force' })).toBeVisible()
  // Everyone sees the outcome without a reload.
  await expect(idas.getByText('12 of 12 arcs voted; passed with 10 yes')).toBeVisible()

  await mayas.getByRole('link', { name: `Go back, Motions of ${title}` }).click()
  await mayas.getByRole('link', { name: 'New motion' }).click()
  await mayas.getByRole('radio', { name: 'Spend' }).check()
  await mayas.getByLabel('Title').fill('Repair the roof')
  await mayas.getByRole('textbox', { name: 'Text', exact: true }).fill('The flashing has come loose, and water runs into the hall.')
  await mayas.getByLabel('Amount, at most').fill('4800')
  await chooseOption(mayas, 'Category', 'Repairs')
  await mayas.getByRole('textbox', { name: 'Payee', exact: true }).fill('Weller Roofing LLC')
  await chooseOption(mayas, 'Is the payee related to a member?', 'Yes, to Tomas Weller')
  await expect(mayas.getByText('Left out: Tomas Weller, related to the payee')).toBeVisible()
  await mayas.getByLabel('Closes').fill(nextWeek())
  await mayas.getByRole('button', { name: 'Make motion' }).click()
  await expect(mayas.getByText('Tomas Weller has no vote here.')).toBeVisible()
  await expectNoSeriousFindings(mayas)
  await vote(mayas, 'Yes', 'Before the snow.')
  await expect(mayas.getByText('6 of 10 arcs voted; passes with 6 yes')).toBeVisible()

  await tomass.goto('/')
  await openOwnCircle(tomass, title, 'Motions')
  await expect(tomass.getByText('You have no vote here')).toBeVisible()
  await tomass.getByRole('link', { name: 'Repair the roof' }).click()
  await expect(tomass.getByText('You have no vote here.')).toBeVisible()
  await tomass.getByLabel('Write to the circle').fill('My brother’s firm; ask me anything.')
  await tomass.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(mayas.getByText('My brother’s firm; ask me anything.')).toBeVisible()

  await idas.goto('/')
  await openFromNotice(idas, 'Repair the roof')
  await vote(idas, 'No', 'We pay twice if the whole roof has to go.')
  await expect(idas.getByText('10 of 10 arcs voted; passed with 6 yes')).toBeVisible()

  await tomass.getByRole('link', { name: 'Whole record' }).click()
  await expect(tomass.getByRole('heading', { level: 1, name: 'Record of decisions' })).toBeVisible()
  const row = tomass.getByRole('listitem').filter({ hasText: '“Repair the roof” passed' })
  await expect(row).toContainText('Yes 6 · No 4 · Abstain 0 · voted 10 of 10 · 2 left out')
  await expect(row).toContainText('Before the snow.')
  await expect(row).toContainText('We pay twice if the whole roof has to go.')
  await expect(row.getByRole('listitem').filter({ hasText: 'Tomas Weller' })).toContainText('Not counted')
  await expectNoSeriousFindings(tomass)
})
