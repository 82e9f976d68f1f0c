import type { Book } from '#contract/book.ts'
import { formatCalendarMonth } from '#domain/dates.ts'
import { bankFileOf, circleWithBook, decideMotion } from '../book.ts'
import { type Member, namedInvestors } from '../buying.ts'
import { callAs } from '../circles.ts'
import { expect, expectNoSeriousFindings, test } from '../journey.ts'
import { chooseOption, confirmByPassword, openOwnCircle, startSignedIn } from '../navigation.ts'
import { freshTitle } from '../people.ts'

test('the treasurer adds a bank file, matches it, books a repair under its motion, and another member closes the month', {
  tag: '@special',
}, async ({ request, newBrowser }) => {
  test.setTimeout(600_000)
  const title = freshTitle('Larkspur Terrace')
  const people = await namedInvestors(request, ['Omar Farouk', 'Maya Sorensen', 'Celeste Laurent'])
  const members = people as [Member, Member, Member]
  const [omar, maya, celeste] = members
  const terms = { title, address: '24 Ferry Court', price: 647_000, arcs: [4, 4, 4] }
  const { circle, lastMonth } = await circleWithBook(request, members, terms)
  const spend = { kind: 'spend', amountCents: 300_000, category: 'repairs', repeats: null, relatedMember: null }
  await decideMotion(request, members, circle._id, { title: 'Renew the boiler', facts: spend, payee: 'Handy & Co' })
  await decideMotion(request, members, circle._id, {
    title: 'Celeste keeps the book',
    facts: { kind: 'treasurer', member: celeste.user._id },
  })
  const month = formatCalendarMonth(lastMonth)
  const bank = bankFileOf(lastMonth, [
    [1, 'ACH CREDIT RENT FLAT A', 148_500],
    [17, 'CHECK HANDY AND CO', -96_040],
    [28, 'MONTHLY FEE', -1_500],
  ])
  const page = await newBrowser()
  await startSignedIn(page, celeste)

  await test.step('a file is read first, and added', async () => {
    await openOwnCircle(page, title, 'Book')
    await expect(page.getByRole('heading', { name: 'Money in and out' })).toBeVisible()
    await expectNoSeriousFindings(page)
    await page.getByRole('link', { name: 'Bank file' }).click()
    await page.locator('input[type="file"]').setInputFiles(bank.file)
    await page.getByLabel('First day that it shows').fill(`${lastMonth}-01`)
    await page.getByLabel('Last day that it shows').fill(bank.lastDay)
    await expect(page.getByText('Read them as your bank shows them.')).toBeVisible()
    await expectNoSeriousFindings(page)
    await page.getByRole('button', { name: 'Add 3 lines' }).click()
    await expect(page.getByRole('heading', { name: '3 lines to match' })).toBeVisible()
  })

  await test.step('each line is booked from the matching desk', async () => {
    const choose = (text: string) => page.getByRole('button', { name: new RegExp(text) }).click()
    const dialog = page.getByRole('dialog')
    await choose('ACH CREDIT RENT FLAT A')
    await page.getByRole('button', { name: 'Book something new' }).click()
    await dialog.getByLabel('From or to whom').fill('Flat A')
    await dialog.getByRole('button', { name: 'Book $1,485.00' }).click()
    await expect(page.getByRole('heading', { name: '2 lines to match' })).toBeVisible()

    await choose('MONTHLY FEE')
    await page.getByRole('button', { name: 'Book something new' }).click()
    await chooseOption(page, 'What it is', 'A fee of the bank')
    await page.getByRole('dialog', { name: 'Book a bank fee' }).getByRole('button', { name: 'Book $15.00' }).click()
    await expect(page.getByRole('heading', { name: '1 line to match' })).toBeVisible()

    await choose('CHECK HANDY AND CO')
    await page.getByRole('button', { name: 'Book something new' }).click()
    await chooseOption(page, 'Motion that permits it', /Renew the boiler/)
    await expect(dialog.getByText('$2,039.60 will be left after this.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Book $960.40' }).click()
    await expect(page.getByText('Every line of the bank is matched')).toBeVisible()
    await expectNoSeriousFindings(page)
  })

  await test.step('the motion shows what is left of it', async () => {
    await page.getByRole('link', { name: 'Go back, Book' }).click()
    await page.getByRole('tab', { name: 'Motions' }).click()
    await page.getByRole('link', { name: 'Renew the boiler' }).click()
    await expect(page.getByText('of $3,000.00; $960.40 booked.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Book it' })).toBeVisible()
  })

  await test.step('who had no part in the month closes it with the bank’s balance', async () => {
    const second = await newBrowser()
    await startSignedIn(second, maya)
    await openOwnCircle(second, title, 'Book')
    await expect(second.getByRole('button', { name: 'Book a cost' })).toHaveCount(0)
    await second.getByRole('link', { name: `Look at ${month}` }).click()
    await expect(second.getByText('Our figures are shown after you have typed the bank’s.')).toBeVisible()
    await expectNoSeriousFindings(second)
    await second.getByLabel('Balance of').fill('509.06')
    await second.getByRole('button', { name: `Confirm and close ${month}` }).click()
    await confirmByPassword(second)
    await expect(second.getByText(/^The balance that you typed is not the one/)).toBeVisible()
    await second.getByLabel('Balance of').fill(bank.closing)
    await second.getByRole('button', { name: /Confirm and close|Retry/ }).click()
    const stepUp = second.getByRole('dialog', { name: 'Is it you?' })
    const closed = second.getByRole('heading', { name: `${month} is closed` })
    await expect(stepUp.or(closed).first()).toBeVisible()
    if (await stepUp.isVisible()) await confirmByPassword(second)
    await expect(closed).toBeVisible()
    await expectNoSeriousFindings(second)
  })

  await test.step('nothing is booked into the closed month, and everyone sees it closed', async () => {
    const third = await newBrowser()
    await startSignedIn(third, omar)
    await openOwnCircle(third, title, 'Book')
    await expect(third.getByRole('link', { name: `${month.slice(0, 3)} ${lastMonth.slice(0, 4)}: closed` })).toBeVisible()
    await page.getByRole('link', { name: 'Book it' }).click()
    const dialog = page.getByRole('dialog', { name: 'Book a cost' })
    await dialog.getByLabel('Amount').fill('100')
    await dialog.getByLabel('Day of the money').fill(`${lastMonth}-20`)
    await dialog.getByRole('button', { name: 'Book $100.00' }).click()
    await expect(dialog.getByText(`${month} is closed. Book it today; it can belong to that month.`)).toBeVisible()
  })
})

test('an emergency payment waits to be ratified, and the emergency limit is off once the members have said no', {
  tag: '@special',
}, async ({ request, newBrowser }) => {
  test.setTimeout(600_000)
  const title = freshTitle('Larkspur Terrace')
  const people = await namedInvestors(request, ['Omar Farouk', 'Maya Sorensen', 'Celeste Laurent'])
  const members = people as [Member, Member, Member]
  const [omar, ...others] = members
  const terms = { title, address: '24 Ferry Court', price: 647_000, arcs: [4, 4, 4] }
  const { circle, today, bankAccountId } = await circleWithBook(request, members, terms)
  const rent = { what: 'rent', bankAccountId, day: today, amountCents: 200_000, payee: 'Flat A' }
  await callAs(request, omar.token, 'post', `app/book/${circle._id}/income`, rent)
  const page = await newBrowser()
  await startSignedIn(page, omar)
  await openOwnCircle(page, title, 'Book')

  await test.step('the dialog says by what it is allowed while one types', async () => {
    await page.getByRole('button', { name: 'Book a cost' }).click()
    const dialog = page.getByRole('dialog', { name: 'Book a cost' })
    await dialog.getByLabel('Amount').fill('300')
    await dialog.getByRole('textbox', { name: 'Payee' }).fill('Handy & Co')
    await chooseOption(page, 'Is the payee related to a member?', 'No, to no member')
    await expect(dialog.getByText('Within the emergency limit')).toBeVisible()
    await expectNoSeriousFindings(page)
    await dialog.getByRole('button', { name: 'Book and open a motion' }).click()
    await expect(page.getByText('A payment waits to be ratified')).toBeVisible()
  })

  await test.step('the members say no, and the limit is off', async () => {
    const { toRatify } = await callAs<Book>(request, omar.token, 'get', `app/book/${circle._id}`)
    const vote = `app/motion/${circle._id}/${toRatify[0]?.motionId}/vote`
    for (const { token } of others) await callAs(request, token, 'post', vote, { choice: 'no' })
    await page.getByRole('link', { name: 'Ratify a payment of $300.00' }).click()
    const card = page.getByRole('region', { name: 'Your vote' })
    await card.getByRole('radio', { name: 'No', exact: true }).check()
    await card.getByRole('button', { name: 'Save Vote' }).click()
    await expect(page.getByText('0 yes', { exact: false }).first()).toBeVisible()
    await openOwnCircle(page, title, 'Book')
    await expect(page.getByText('A payment was not ratified: the emergency limit is off', { exact: false })).toBeVisible()
    await expectNoSeriousFindings(page)
  })
})
