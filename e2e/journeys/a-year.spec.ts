import { localZone, wallTimeOf } from '#domain/dates.ts'
import { type Member, namedInvestors } from '../buying.ts'
import { letDaysPass } from '../jobs.ts'
import { expect, expectNoSeriousFindings, type Page, test } from '../journey.ts'
import { chooseOption, confirmByPassword, openFromSidebar, openOwnCircle, startSignedIn } from '../navigation.ts'
import { addBankFile, daysAgo, matchBooked, owningCircle, voteYes } from '../owning.ts'
import { freshTitle } from '../people.ts'

const terms = { address: '24 Ferry Court', price: 647_000, costsCents: 1_290_000, callCents: 67_200_000, arcs: [5, 5, 2] }

/** What a date and time field takes, a week from now. */
const nextWeek = (): string => wallTimeOf(new Date(Date.now() + 7 * 86_400_000), localZone())

/** Opens a motion from the notice that tells of it. */
async function openFromNotice(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Notices/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(`“${title.replace('$', '\\$')}” waits for your vote`) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function vote(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Your vote' })
  await card.getByRole('radio', { name: 'Yes' }).check()
  await card.getByRole('button', { name: 'Save Vote' }).click()
  await expect(page.getByText(/^(5|10) of 12 arcs voted/)).toBeVisible()
}

/** The id at the end of the page's address. */
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test('rent comes in, and what is left is paid out: one part is seen at the bank, the other confirmed by who received it', {
  tag: '@special',
}, async ({ request, newBrowser }) => {
  test.setTimeout(600_000)
  const title = freshTitle('Larkspur Terrace')
  const members = (await namedInvestors(request, ['Omar Farouk', 'Maya Sorensen', 'Jonah Abbott'])) as [Member, Member, Member]
  const [omar, maya, jonah] = members
  const owning = await owningCircle(request, members, { ...terms, title })
  const [mayas, omars, jonahs] = [await newBrowser(), await newBrowser(), await newBrowser()]
  await startSignedIn(mayas, maya)
  const dialog = mayas.getByRole('dialog')

  await test.step('the treasurer books rent and a repair', async () => {
    await openOwnCircle(mayas, title, 'Book')
    await mayas.getByRole('button', { name: 'Book something else' }).click()
    await mayas.getByRole('menuitem', { name: 'Rent', exact: true }).click()
    await dialog.getByLabel('Amount').fill('1850')
    await dialog.getByRole('button', { name: 'Book $1,850.00' }).click()
    await expect(dialog).toHaveCount(0)
    await mayas.getByRole('button', { name: 'Book a cost' }).click()
    await dialog.getByLabel('Amount').fill('320.40')
    await dialog.getByRole('textbox', { name: 'Payee' }).fill('Handy & Co')
    await chooseOption(mayas, 'Is the payee related to a member?', 'No')
    await dialog.getByRole('button', { name: 'Book and open a motion' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the treasurer drafts what is paid out, and proposes it', async () => {
    await mayas.getByRole('link', { name: 'What was paid out' }).click()
    await mayas.getByRole('link', { name: 'Pay out' }).click()
    await mayas.getByLabel('Amount').fill('15000')
    await expect(mayas.getByText('That would leave -$1,370.40, $1,370.40 below the floor. At most $13,629.60.')).toBeVisible()
    await mayas.getByLabel('Amount').fill('10000.01')
    await mayas.getByLabel('Note').fill('The first quarter.')
    await expect(mayas.getByText('5 × $833.34 + 7 × $833.33. No part is edited by hand.')).toBeVisible()
    await expectNoSeriousFindings(mayas)
    await mayas.getByRole('button', { name: 'Save draft' }).click()
    await mayas.getByRole('button', { name: 'Propose to the circle' }).click()
    await dialog.getByLabel('Voting closes').fill(nextWeek())
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await vote(mayas)
  })

  await test.step('a member reads what they would receive, and votes; it is posted as soon as all have', async () => {
    await startSignedIn(omars, omar)
    await openFromNotice(omars, 'Pay out $10,000.01')
    const motionId = idOf(omars)
    await omars.getByRole('link', { name: 'Who receives what' }).click()
    const part = omars.getByRole('heading', { name: 'You would receive' }).locator('../..')
    await expect(part).toContainText('$4,166.70')
    await expect(part).toContainText('5 × $833.34')
    await expectNoSeriousFindings(omars)
    await omars.getByRole('link', { name: 'Vote', exact: true }).click()
    await vote(omars)
    await omars.getByRole('link', { name: 'Who receives what' }).click()
    await voteYes(request, [jonah], owning.circleId, motionId)
    await expect(omars.getByText('$0.00 of $10,000.01 paid, $10,000.01 still owed')).toBeVisible()
    await expect(omars.getByRole('row', { name: /^Omar Farouk/ })).toContainText('Owed')
  })

  await test.step('a week later the bank shows two payouts, and the treasurer books them against its lines', async () => {
    await letDaysPass(owning.circleId, 8)
    await addBankFile(request, owning, [
      [8, 'CONTRIBUTIONS', 67_200_000],
      [8, 'WIRE FRONT RANGE TITLE', -65_990_000],
      [8, 'RENT', 185_000],
      [8, 'HANDY AND CO', -32_040],
      [3, 'PAYOUT O FAROUK', -416_670],
      [3, 'PAYOUT M SORENSEN', -416_665],
    ])
    await matchBooked(request, owning, daysAgo(8))
    await openOwnCircle(mayas, title, 'Book')
    await mayas.getByRole('link', { name: 'Match 2 lines' }).click()
    for (const [text, name, amount] of [
      ['PAYOUT O FAROUK', 'Omar Farouk', '$4,166.70'],
      ['PAYOUT M SORENSEN', 'Maya Sorensen', '$4,166.65'],
    ] as const) {
      await mayas.getByRole('button', { name: new RegExp(text) }).click()
      await mayas.getByRole('button', { name: 'Book something new' }).click()
      await chooseOption(mayas, 'What it is', 'Money back to a person')
      await chooseOption(mayas, 'Person', new RegExp(name))
      await dialog.getByRole('button', { name: `Book ${amount}` }).click()
      await expect(dialog).toHaveCount(0)
    }
    await expect(mayas.getByText('Every line of the bank is matched')).toBeVisible()
    // The page of the member shows it without a reload.
    await expect(omars.getByRole('row', { name: /^Omar Farouk/ })).toContainText('Paid')
    await expect(omars.getByText('$8,333.35 of $10,000.01 paid, $1,666.66 still owed')).toBeVisible()
  })

  await test.step('a check is marked as paid, and who received it says so', async () => {
    await openOwnCircle(mayas, title, 'Book')
    await mayas.getByRole('link', { name: 'What was paid out' }).click()
    await mayas.getByRole('link', { name: 'Pay out $10,000.01' }).click()
    await mayas.getByRole('button', { name: 'Mark as paid' }).click()
    await dialog.getByLabel('How').fill('Check 1044')
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await confirmByPassword(mayas)
    await expect(mayas.getByText('Waits for a word')).toBeVisible()
    await startSignedIn(jonahs, jonah)
    await openFromSidebar(jonahs, 'Dashboard')
    await jonahs.getByRole('link', { name: '1 payment to confirm' }).click()
    await expect(jonahs.getByText('$1,666.66 to Jonah Abbott: Check 1044, said by Maya Sorensen.')).toBeVisible()
    await jonahs.getByRole('button', { name: 'It has come' }).click()
    await jonahs.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await confirmByPassword(jonahs)
    for (const page of [jonahs, mayas, omars]) await expect(page.getByText('$10,000.01 paid', { exact: true })).toBeVisible()
    await expectNoSeriousFindings(jonahs)
  })
})
