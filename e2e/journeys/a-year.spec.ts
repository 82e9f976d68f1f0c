import { formatCalendarMonth, localZone, wallTimeOf } from '#domain/dates.ts'
import { type Member, namedInvestors } from '../buying.ts'
import { callAs } from '../circles.ts'
import { addPaper } from '../documents.ts'
import { letDaysPass, queueJob } from '../jobs.ts'
import { expect, expectNoSeriousFindings, type Page, test } from '../journey.ts'
import { chooseOption, confirmByPassword, openFromSidebar, openOwnCircle, startSignedIn } from '../navigation.ts'
import {
  addBankFile,
  closeMonthsBefore,
  daysAgo,
  matchBooked,
  owningCircle,
  passMotion,
  payOutAll,
  showPayouts,
  voteYes,
} from '../owning.ts'
import { freshTitle } from '../people.ts'

const terms = { address: '24 Ferry Court', price: 647_000, costsCents: 1_290_000, callCents: 67_200_000, arcs: [5, 5, 2] }

/** Of two of the twelve arcs, after the first rent, repair and payout. */
const capital = '$110,588.2'

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

test('a year of a circle: rent, what is paid out, two arcs handed on to a newcomer, the sale, and the end', {
  tag: '@special',
}, async ({ request, newBrowser }) => {
  test.setTimeout(600_000)
  const title = freshTitle('Larkspur Terrace')
  const people = (await namedInvestors(request, ['Omar Farouk', 'Maya Sorensen', 'Jonah Abbott', 'Lena Brandt'])) as [
    Member,
    Member,
    Member,
    Member,
  ]
  const [omar, maya, jonah, lena] = people
  const members = [omar, maya, jonah] as const
  const owning = await owningCircle(request, members, { ...terms, title })
  const { circleId } = owning
  await callAs(request, lena.token, 'post', `app/request-join/${circleId}`)
  const [mayas, omars, jonahs, lenas] = [await newBrowser(), await newBrowser(), await newBrowser(), await newBrowser()]
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
    await expect(mayas.getByText('That would leave −$1,370.40, $1,370.40 below the floor. At most $13,629.60.')).toBeVisible()
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
    await voteYes(request, [jonah], circleId, motionId)
    await expect(omars.getByText('$0.00 of $10,000.01 paid, $10,000.01 still owed')).toBeVisible()
    await expect(omars.getByRole('row', { name: /^Omar Farouk/ })).toContainText('Owed')
  })

  await test.step('a week later the bank shows two payouts, and the treasurer books them against its lines', async () => {
    await letDaysPass(circleId, 8)
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

  await test.step('a member offers both arcs to the others, and a sealed bid is taken back', async () => {
    await openOwnCircle(jonahs, title, 'Members')
    await jonahs.getByRole('link', { name: 'Hand on arcs' }).click()
    await jonahs.getByRole('button', { name: 'Hand on arcs' }).click()
    const form = jonahs.getByRole('dialog')
    for (const arc of ['Arc 11', 'Arc 12']) await form.getByRole('checkbox', { name: arc }).check()
    await form.getByLabel('Price per arc').fill('57500')
    await expectNoSeriousFindings(jonahs)
    await form.getByRole('button', { name: 'Offer to the members' }).click()
    await expect(jonahs.getByRole('heading', { level: 1, name: 'Arcs 11 and 12' })).toBeVisible()
    await openFromSidebar(omars, 'Dashboard')
    await omars.getByRole('link', { name: /1 offer for you/ }).click()
    await omars.getByRole('radio', { name: /^1 arc/ }).check()
    await omars.getByRole('switch', { name: /^I will pay Jonah Abbott directly/ }).check()
    await omars.getByRole('button', { name: 'Seal my bid' }).click()
    await expect(omars.getByRole('heading', { name: 'Your bid is sealed: 1 arc' })).toBeVisible()
    await expectNoSeriousFindings(omars)
    await expect(jonahs.getByText('Bids are sealed.', { exact: false })).toBeVisible()
    await omars.getByRole('button', { name: 'Take back' }).click()
    await expect(omars.getByRole('heading', { name: 'Your sealed bid' })).toBeVisible()
  })

  await test.step('after 30 days without bids a newcomer from the waiting list says yes, and is chosen', async () => {
    await letDaysPass(circleId, 31)
    await queueJob('close-votes')
    await expect(jonahs.getByText('Open to others: Arcs 11 and 12')).toBeVisible()
    await startSignedIn(lenas, lena)
    await openFromSidebar(lenas, 'Dashboard')
    await lenas.getByRole('link', { name: /1 offer for you/ }).click()
    await lenas.getByRole('button', { name: 'Yes, I would' }).click()
    await expect(lenas.getByText('You have said yes.', { exact: false })).toBeVisible()
    await expectNoSeriousFindings(lenas)
    const takers = jonahs.getByRole('listitem').filter({ hasText: 'Lena Brandt' })
    await takers.getByRole('button', { name: 'Propose to admit' }).click()
    await jonahs.getByRole('dialog').getByRole('button', { name: 'Choose and propose to admit' }).click()
    await jonahs.getByRole('link', { name: 'The motion to admit' }).click()
    await expect(jonahs.getByRole('heading', { level: 1, name: 'Admit a newcomer who takes over arcs 11 and 12' })).toBeVisible()
    await voteYes(request, [omar, maya], circleId, idOf(jonahs))
  })

  await test.step('the newcomer pays, the member who hands on has received it, and the arcs move at once', async () => {
    await lenas.getByRole('switch', { name: /^I have read version/ }).check()
    await lenas.getByRole('button', { name: 'I have paid' }).click()
    await lenas.getByRole('dialog').getByRole('button', { name: 'I have paid' }).click()
    await confirmByPassword(lenas)
    await expect(lenas.getByText('You said: paid')).toBeVisible()
    await openFromSidebar(jonahs, 'Dashboard')
    await jonahs.getByRole('link', { name: /1 offer for you/ }).click()
    await jonahs.getByRole('button', { name: 'I have received it' }).click()
    await jonahs.getByRole('dialog').getByRole('button', { name: 'Received, hand on arcs 11 and 12' }).click()
    await confirmByPassword(jonahs)
    await expect(jonahs.getByText('Handed on').first()).toBeVisible()
    await openOwnCircle(lenas, title, 'Members')
    await expect(lenas.getByText('Lena Brandt').first()).toBeVisible()
  })

  await test.step('both have a statement: what one handed on, the other has taken over', async () => {
    await openOwnCircle(lenas, title, 'Book')
    await lenas.getByRole('link', { name: 'My statement' }).click()
    await expect(lenas.getByRole('row', { name: /^Taken over/ })).toContainText(capital)
    await expect(lenas.getByRole('row', { name: /^Capital on/ }).last()).toContainText(capital)
    await expectNoSeriousFindings(lenas)
    await jonahs.getByRole('button', { name: /^Notices/ }).click()
    await jonahs
      .getByRole('dialog')
      .getByRole('link', { name: /Something was paid out to you/ })
      .click()
    await jonahs.getByRole('link', { name: 'Go back, What was paid out' }).click()
    await jonahs.getByRole('link', { name: 'My statement' }).click()
    await expect(jonahs.getByRole('row', { name: /^Handed on/ })).toContainText(capital)
    await expect(jonahs.getByRole('row', { name: /^Capital on/ }).last()).toContainText('$0.00')
  })

  const owners = [omar, maya, lena] as const

  await test.step('the house is sold: one member records the settlement statement, another confirms it', async () => {
    // Only arcs held for a day count in a motion.
    await letDaysPass(circleId, 2)
    await passMotion(request, owners, circleId, { kind: 'sell', leastPriceCents: 69_000_000, relatedMember: null, why: 'We move on.' })
    await addPaper(request, omar.token, circleId, 'Statement of the sale')
    await openOwnCircle(omars, title)
    await omars.getByRole('link', { name: 'Open the sale' }).click()
    await omars.getByRole('button', { name: 'Record the sale' }).click()
    const form = omars.getByRole('dialog')
    await form.getByLabel('Day of the closing').fill(daysAgo(0))
    await chooseOption(omars, 'The statement', 'Statement of the sale')
    await form.getByLabel('Amount').nth(0).fill('700000')
    await form.getByLabel('Amount').nth(1).fill('41999.99')
    await expect(form.getByText('$658,000.01')).toBeVisible()
    await expectNoSeriousFindings(omars)
    await form.getByRole('button', { name: 'Ask for confirmation' }).click()
    await expect(form).toHaveCount(0)
    await openFromSidebar(lenas, 'Dashboard')
    await lenas.getByRole('link', { name: /1 sale to confirm/ }).click()
    await lenas.getByRole('button', { name: 'Confirm the sale' }).click()
    await lenas.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await confirmByPassword(lenas)
    for (const page of [lenas, omars]) await expect(page.getByRole('heading', { level: 2, name: /^Sold on/ })).toContainText('$700,000.00')
    await expectNoSeriousFindings(omars)
  })

  await test.step('what the house brought is paid out to everyone by arc, also to the newcomer', async () => {
    await letDaysPass(circleId, 2)
    await addBankFile(request, owning, [
      [1, 'CHECK 1044', -166_666],
      [1, 'WIRE FRONT RANGE TITLE', 65_800_001],
    ])
    await callAs(request, maya.token, 'post', `app/book/${circleId}/transfer`, {
      from: { heldBy: 'title' },
      toBankAccountId: owning.bankAccountId,
      day: daysAgo(1),
      amountCents: 65_800_001,
    })
    await matchBooked(request, owning, daysAgo(1))
    await payOutAll(request, owning, owners)
    await openFromSidebar(lenas, 'Dashboard')
    await openOwnCircle(lenas, title, 'Book')
    await lenas.getByRole('link', { name: 'What was paid out' }).click()
    const both = lenas.getByRole('main').getByRole('listitem')
    await expect(both).toHaveCount(2)
    await expect(both.first()).toContainText('You: $110,271.60')
  })

  await test.step('the circle ends by itself when its last month is closed', async () => {
    await letDaysPass(circleId, 40)
    await showPayouts(request, owning, 39)
    const last = daysAgo(39).slice(0, 7)
    const month = formatCalendarMonth(last)
    await closeMonthsBefore(request, owning, lena, last)
    await openOwnCircle(omars, title, 'Motions')
    await omars.getByRole('link', { name: 'New motion' }).click()
    await omars.getByRole('radio', { name: 'End the circle' }).check()
    await omars.getByLabel('Title').fill('That was it')
    await omars.getByRole('textbox', { name: 'Text', exact: true }).fill('The house is sold and everyone is paid.')
    await omars.getByLabel('Closes').fill(nextWeek())
    await omars.getByRole('button', { name: 'Make motion' }).click()
    await expect(omars.getByRole('heading', { level: 1, name: 'That was it' })).toBeVisible()
    await voteYes(request, owners, circleId, idOf(omars))
    await expect(omars.getByRole('heading', { name: 'What stands in the way of ending' })).toBeVisible()
    await expectNoSeriousFindings(omars)
    await openOwnCircle(lenas, title, 'Book')
    await lenas.getByRole('link', { name: `${month} is not closed.` }).click()
    await lenas.getByLabel('Balance of').fill('0')
    await lenas.getByRole('button', { name: `Confirm and close ${month}` }).click()
    await confirmByPassword(lenas)
    await expect(lenas.getByRole('heading', { name: `${month} is closed` })).toBeVisible()
    await openOwnCircle(omars, title)
    await expect(omars.getByText('This circle has ended.', { exact: false })).toBeVisible()
    await expectNoSeriousFindings(omars)
  })
})
