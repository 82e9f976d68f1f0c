import { calendarDayOf, localZone, wallTimeOf } from '#domain/dates.ts'
import { inAWeek, type Member, namedInvestors, paidForInspection, passedCircle } from '../buying.ts'
import { addPaper } from '../documents.ts'
import { letDaysPass } from '../jobs.ts'
import { expect, expectNoSeriousFindings, type Page, test } from '../journey.ts'
import { chooseOption, confirmByPassword, openOwnCircle, startSignedIn } from '../navigation.ts'
import { freshTitle } from '../people.ts'
import { smallPicture } from '../pictures.ts'

type Buyer = Member & { readonly page: Page }

const stepOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: new RegExp(`^${title}`) }) })
const stepsDone = (page: Page, count: number) => expect(page.getByText(new RegExp(`^${count} of 9 steps done`))).toBeVisible()

/** The present step by its button, any other by its menu. */
async function openStepDialog(page: Page, title: string, act: 'Mark as done' | 'Change' | 'Skip'): Promise<void> {
  const step = stepOf(page, title)
  const menu = step.getByRole('button', { name: `Menu of ${title}` })
  const button = step.getByRole('button', { name: act })
  await expect(menu.or(button).first()).toBeVisible()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await page.getByRole('menuitem', { name: act }).click()
}

async function markAsDone(page: Page, title: string): Promise<void> {
  await openStepDialog(page, title, 'Mark as done')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click()
  await expect(stepOf(page, title)).toContainText('Done')
}

/** From the circle's page, which is left afterwards. */
async function addDocument(page: Page, shelf: string, title: string): Promise<void> {
  await page.getByRole('tab', { name: /^Documents/ }).click()
  await page.getByRole('button', { name: `Add document to ${shelf}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a document' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.locator('input[type="file"]').setInputFiles({ name: `${title}.png`, mimeType: 'image/png', buffer: smallPicture() })
  await expect(dialog.getByText(`${title}.png`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add document' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function openPurchase(page: Page, title: string): Promise<void> {
  await openOwnCircle(page, title)
  await page.getByRole('link', { name: 'Open the purchase' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Buying 24 Ferry Court' })).toBeVisible()
}

async function sign({ page, name }: Buyer): Promise<void> {
  await stepOf(page, 'Agreement signed').getByRole('link', { name: 'Read and sign' }).click()
  await page.getByRole('checkbox').check()
  await page.getByLabel('Your full name').fill(name)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await confirmByPassword(page)
  await expect(page.getByRole('heading', { level: 2, name: /^You have signed|^Signed by all/ })).toBeVisible()
}

async function confirmPayment({ page }: Buyer, amount: string, payer: string): Promise<void> {
  await page.getByRole('button', { name: `Confirm ${amount} of ${payer}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await confirmByPassword(page)
  await expect(page.getByRole('dialog', { name: 'Is it you?' })).toHaveCount(0)
}

test('five members buy a house, from the passed vote to the deed', { tag: '@special' }, async ({ request, newBrowser }) => {
  test.setTimeout(600_000)
  const title = freshTitle('Larkspur Terrace')
  const names = ['Omar Farouk', 'Maya Sorensen', 'Celeste Laurent', 'Jonah Abbott', 'Hector Ibarra']
  const people = await namedInvestors(request, names)
  const [first, ...rest] = people
  if (!first) throw new Error('five members')
  const terms = { title, address: '24 Ferry Court', price: 647_000, arcs: [3, 4, 2, 2, 1] }
  const { circle } = await passedCircle(request, [first, ...rest], terms)
  await addPaper(request, first.token, circle._id, 'Statement of the bank')
  const buyers: Buyer[] = []
  for (const person of people) {
    const page = await newBrowser()
    await startSignedIn(page, person)
    buyers.push({ ...person, page })
  }
  const [omar, maya, celeste, jonah, hector] = buyers as [Buyer, Buyer, Buyer, Buyer, Buyer]
  const omars = omar.page

  await test.step('the owner starts buying, and everyone sees it without a reload', async () => {
    await openOwnCircle(maya.page, title)
    await openOwnCircle(omars, title)
    const line = omars.getByRole('region', { name: 'Stage of this circle' })
    await line.getByRole('link', { name: 'Start buying' }).click()
    await expectNoSeriousFindings(omars)
    await omars.getByRole('button', { name: 'Start buying' }).click()
    await omars.getByRole('dialog').getByRole('button', { name: 'Start buying' }).click()
    await expect(omars.getByRole('heading', { level: 1, name: 'Buying 24 Ferry Court' })).toBeVisible()
    await expectNoSeriousFindings(omars)
    await expect(maya.page.getByRole('link', { name: 'Open the purchase' })).toBeVisible()
  })

  await test.step('the agreement is named, and all sign it', async () => {
    await omars.getByRole('link', { name: `Go back, ${title}` }).click()
    await addDocument(omars, 'Agreement', 'Operating agreement')
    await omars.getByRole('button', { name: 'Ask for signatures' }).click()
    await omars.getByRole('dialog').getByRole('button', { name: 'Ask 5 members' }).click()
    await expect(omars.getByRole('dialog')).toHaveCount(0)
    await openPurchase(omars, title)
    await openStepDialog(omars, 'Agreement signed', 'Change')
    await chooseOption(omars, 'Document', 'Operating agreement')
    await omars.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(stepOf(omars, 'Agreement signed')).toContainText('0 of 5 have signed')
    for (const buyer of buyers) {
      if (buyer !== omar) await openPurchase(buyer.page, title)
      await sign(buyer)
      await openPurchase(buyer.page, title)
    }
    await stepsDone(maya.page, 1)
  })

  await test.step('steps are done, given to someone and skipped', async () => {
    await markAsDone(omars, 'Offer')
    await openStepDialog(omars, 'Inspection', 'Change')
    await chooseOption(omars, 'Who does it', 'Jonah Abbott')
    await omars.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(stepOf(jonah.page, 'Inspection')).toContainText('Jonah Abbott')
    await markAsDone(jonah.page, 'Inspection')
    await markAsDone(omars, 'Title')
    await markAsDone(omars, 'Insurance')
    await openStepDialog(omars, 'Loan', 'Skip')
    await omars.getByLabel('Why it is not needed').fill('We buy without a loan.')
    await omars.getByRole('dialog').getByRole('button', { name: 'Skip' }).click()
    await expect(stepOf(hector.page, 'Loan')).toContainText('We buy without a loan.')
  })

  await test.step('where to pay is named and confirmed by another', async () => {
    const card = (page: Page) => page.getByRole('region', { name: 'Where to pay' }).filter({ hasText: 'The title company you chose' })
    await card(omars).getByRole('button', { name: 'Name account details' }).click()
    const dialog = omars.getByRole('dialog', { name: 'Name account details' })
    for (const [label, text] of [
      ['Name on the account', 'Front Range Title'],
      ['Bank', 'First Bank of Denver'],
      ['Routing number', '102003154'],
      ['Account number', '4417123456'],
      ['Account number again', '4417123456'],
    ] as const)
      await dialog.getByRole('textbox', { name: label, exact: true }).fill(text)
    await dialog.getByRole('button', { name: 'Name them' }).click()
    await confirmByPassword(omars)
    await card(celeste.page).getByRole('button', { name: 'I have called' }).click()
    await celeste.page.getByLabel('Number that you called').fill('(303) 555-0142')
    await celeste.page.getByLabel('Where you found it').fill('The state’s licence page')
    await celeste.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await confirmByPassword(celeste.page)
    await expect(card(omars)).toContainText('Celeste Laurent')
  })

  await test.step('money is called, paid by each and confirmed by two others', async () => {
    await omars.getByRole('button', { name: 'Call for money' }).click()
    const call = omars.getByRole('dialog', { name: 'Call for money' })
    await call.getByLabel('Amount').fill('682400')
    await call.getByLabel('Due day').fill('2040-12-11')
    await call.getByLabel('Why').fill('Price, closing costs and the first reserve.')
    await call.getByRole('button', { name: 'Open the call' }).click()
    await expect(maya.page.getByText('You owe')).toBeVisible()
    const amounts = ['$170,600.01', '$227,466.68', '$113,733.33', '$113,733.32', '$56,866.66']
    for (const [index, { page }] of buyers.entries()) {
      await expect(page.getByText('You owe', { exact: true }).locator('..')).toContainText(amounts[index] ?? '')
      await page.getByRole('button', { name: /^I have paid|^Record a payment/ }).click()
      await chooseOption(page, 'Paper', 'Statement of the bank')
      await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    const paid = buyers.map(({ name }, index) => ({ name, amount: amounts[index] ?? '' }))
    const confirmAll = async (by: Buyer, payers: readonly string[]) => {
      for (const { name, amount } of paid) if (payers.includes(name)) await confirmPayment(by, amount, name)
    }
    await confirmAll(omar, ['Maya Sorensen', 'Celeste Laurent'])
    await confirmAll(maya, ['Omar Farouk', 'Jonah Abbott', 'Hector Ibarra'])
    await confirmAll(celeste, ['Omar Farouk', 'Jonah Abbott', 'Hector Ibarra'])
    await confirmAll(jonah, ['Maya Sorensen', 'Celeste Laurent'])
    await expect(stepOf(hector.page, 'Money collected')).toContainText('Done')
    await expect(hector.page.getByRole('img', { name: /^100% paid: \$682,400\.00 of \$682,400\.00/ })).toBeVisible()
  })

  await test.step('the wire is sent once where to pay is usable, and the deed is recorded', async () => {
    await letDaysPass(circle._id, 4)
    await omars.reload()
    await omars.getByRole('button', { name: 'Record the wire' }).click()
    await omars.getByLabel('Amount sent').fill('660000')
    await omars.getByRole('dialog').getByRole('button', { name: 'Record the wire' }).click()
    await confirmByPassword(omars)
    await expect(stepOf(hector.page, 'Wire')).toContainText('Done')
    await markAsDone(omars, 'Deed recorded')
  })

  await test.step('the settlement statement is entered, compared and confirmed: the circle owns', async () => {
    await omars.getByRole('link', { name: `Go back, ${title}` }).click()
    await addDocument(omars, 'Closing', 'Settlement statement')
    await openPurchase(omars, title)
    await omars.getByRole('button', { name: 'Enter the settlement statement' }).click()
    const dialog = omars.getByRole('dialog', { name: 'The settlement statement' })
    await dialog.getByLabel('Day of the closing').fill(calendarDayOf(new Date(), 'America/Denver'))
    await chooseOption(omars, 'The statement', 'Settlement statement')
    await dialog.getByLabel('Amount').nth(0).fill('647000')
    await dialog.getByLabel('Amount').nth(1).fill('12900')
    await expect(dialog.getByText('$100.00')).toBeVisible()
    await expectNoSeriousFindings(omars)
    await dialog.getByRole('button', { name: 'Ask for confirmation' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(omars.getByRole('button', { name: 'Confirm the settlement' })).toHaveCount(0)
    await openPurchase(maya.page, title)
    await expect(maya.page.getByRole('row').filter({ hasText: 'Price' })).toContainText('$647,000.00')
    await maya.page.getByRole('button', { name: 'Confirm the settlement' }).click()
    await maya.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await confirmByPassword(maya.page)
    await expect(maya.page.getByRole('heading', { level: 1, name: 'Bought 24 Ferry Court' })).toBeVisible()
    await expect(hector.page.getByRole('heading', { level: 1, name: 'Bought 24 Ferry Court' })).toBeVisible()
    await hector.page.getByRole('link', { name: `Go back, ${title}` }).click()
    const line = hector.page.getByRole('region', { name: 'Stage of this circle' })
    await expect(line.getByRole('listitem').filter({ hasText: 'Owning' })).toHaveAttribute('aria-current', 'step')
    await expect(hector.page.getByText(/24 Ferry Court: bought on/)).toBeVisible()
  })
})

test('three members give up after an inspection was paid, and each is owed what they paid less their part of it', {
  tag: '@special',
}, async ({ request, newBrowser }) => {
  test.setTimeout(600_000)
  const title = freshTitle('Larkspur Terrace')
  const people = await namedInvestors(request, ['Omar Farouk', 'Maya Sorensen', 'Celeste Laurent'])
  const [first, second, third] = people
  if (!first || !second || !third) throw new Error('three members')
  await paidForInspection(request, [first, second, third], second, {
    title,
    address: '24 Ferry Court',
    price: 647_000,
    arcs: [5, 4, 3],
    callCents: 1_000_001,
    inspectionCents: 44_999,
  })
  const buyers: Buyer[] = []
  for (const person of people) {
    const page = await newBrowser()
    await startSignedIn(page, person)
    await openPurchase(page, title)
    buyers.push({ ...person, page })
  }
  const [omar, maya, celeste] = buyers as [Buyer, Buyer, Buyer]

  await test.step('with money paid the owner cannot give up alone, but anyone can propose it', async () => {
    await expect(omar.page.getByRole('button', { name: 'Give up this purchase' })).toHaveCount(0)
    await expect(omar.page.getByRole('img', { name: /^100% paid: \$10,000\.01 of \$10,000\.01/ })).toBeVisible()
    await markAsDone(omar.page, 'Inspection')
    const mayas = maya.page
    await mayas.getByRole('link', { name: 'Propose to give up' }).click()
    await expect(mayas.getByRole('radio', { name: 'Give up the purchase' })).toBeChecked()
    await mayas.getByLabel('Title').fill('Give up 24 Ferry Court')
    await mayas.getByRole('textbox', { name: 'Text', exact: true }).fill('The inspection found a cracked foundation.')
    await mayas.getByLabel('Why the purchase is given up').fill('The foundation is cracked.')
    await mayas.getByLabel('Closes').fill(wallTimeOf(inAWeek(), localZone()))
    await mayas.getByRole('button', { name: 'Make motion' }).click()
    await expect(mayas.getByRole('heading', { level: 1, name: 'Give up 24 Ferry Court' })).toBeVisible()
  })

  await test.step('all vote for it, and the purchase ends', async () => {
    for (const { page } of [maya, omar, celeste]) {
      if (page !== maya.page) {
        await openOwnCircle(page, title, 'Motions')
        await page.getByRole('link', { name: 'Give up 24 Ferry Court' }).click()
      }
      const card = page.getByRole('region', { name: 'Your vote' })
      await card.getByRole('radio', { name: 'Yes' }).check()
      await card.getByRole('button', { name: 'Save Vote' }).click()
    }
    await expect(celeste.page.getByText(/passed with 12 yes/)).toBeVisible()
  })

  await test.step('everyone sees what each is owed, to the cent', async () => {
    const owed = ['$3,979.20', '$3,183.32', '$2,387.50']
    for (const [index, { page }] of [omar, maya, celeste].entries()) {
      await openOwnCircle(page, title)
      const line = page.getByRole('region', { name: 'Stage of this circle' })
      await expect(line.getByRole('listitem').filter({ hasText: 'Deciding' })).toHaveAttribute('aria-current', 'step')
      await expect(page.getByText(`You are owed ${owed[index]}`)).toBeVisible()
      await page.getByRole('link', { name: '24 Ferry Court' }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Given up: 24 Ferry Court' })).toBeVisible()
      const amounts = page.getByLabel('Who is owed what').getByRole('definition')
      await expect(amounts).toHaveText([0, 1, 2].map((each) => `${each === index ? 'are' : 'is'} owed ${owed[each]}`))
    }
    await expect(maya.page.getByText('The foundation is cracked.')).toBeVisible()
    await expectNoSeriousFindings(maya.page)
  })
})
