import { type Member, namedInvestors, noticeSeconds, passedCircle, test } from '../buying.ts'
import { expect, expectNoSeriousFindings, type Page } from '../journey.ts'
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

test('five members buy a house, from the passed vote to the deed', async ({ request, newBrowser }) => {
  test.setTimeout(300_000)
  const title = freshTitle('Larkspur Terrace')
  const names = ['Omar Farouk', 'Maya Sorensen', 'Celeste Laurent', 'Jonah Abbott', 'Hector Ibarra']
  const people = await namedInvestors(request, names)
  const [first, ...rest] = people
  if (!first) throw new Error('five members')
  await passedCircle(request, [first, ...rest], { title, address: '24 Ferry Court', price: 647_000, arcs: [3, 4, 2, 2, 1] })
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
    await Promise.all([maya, celeste, jonah, hector].map(({ page }) => openPurchase(page, title)))
    await Promise.all(buyers.map(sign))
    await Promise.all(buyers.map(({ page }) => openPurchase(page, title)))
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
    const amounts = ['$170,600.00', '$227,466.68', '$113,733.33', '$113,733.33', '$56,866.66']
    await Promise.all(
      buyers.map(async ({ page }, index) => {
        await expect(
          page
            .getByRole('row')
            .or(page.getByRole('listitem'))
            .filter({ hasText: amounts[index] ?? '' })
            .first(),
        ).toBeVisible()
        await page.getByRole('button', { name: /^I have paid|^Record a payment/ }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }),
    )
    await Promise.all([omar, maya, celeste, jonah].map(({ page }) => page.getByRole('link', { name: 'Call 1' }).click()))
    const paid = buyers.map(({ name }, index) => ({ name, amount: amounts[index] ?? '' }))
    const confirmAll = async (by: Buyer, payers: readonly string[]) => {
      for (const { name, amount } of paid) if (payers.includes(name)) await confirmPayment(by, amount, name)
    }
    await Promise.all([
      confirmAll(omar, ['Maya Sorensen', 'Celeste Laurent']),
      confirmAll(maya, ['Omar Farouk', 'Jonah Abbott', 'Hector Ibarra']),
      confirmAll(celeste, ['Omar Farouk', 'Jonah Abbott', 'Hector Ibarra']),
      confirmAll(jonah, ['Maya Sorensen', 'Celeste Laurent']),
    ])
    await expect(stepOf(hector.page, 'Money collected')).toContainText('Done')
    await expect(hector.page.getByRole('img', { name: /^100% paid: \$682,400\.00 of \$682,400\.00/ })).toBeVisible()
  })

  await test.step('the wire is sent once where to pay is usable, and the deed is recorded', async () => {
    await openPurchase(omars, title)
    await omars.getByRole('button', { name: 'Record the wire' }).click({ timeout: 3 * noticeSeconds * 1_000 + 30_000 })
    await omars.getByLabel('Amount sent').fill('660000')
    await omars.getByRole('dialog').getByRole('button', { name: 'Record the wire' }).click()
    await expect(stepOf(hector.page, 'Wire')).toContainText('Done')
    await markAsDone(omars, 'Deed recorded')
  })

  await test.step('the settlement statement is entered, compared and confirmed: the circle owns', async () => {
    await omars.getByRole('link', { name: `Go back, ${title}` }).click()
    await addDocument(omars, 'Closing', 'Settlement statement')
    await openPurchase(omars, title)
    await omars.getByRole('button', { name: 'Enter the settlement statement' }).click()
    const dialog = omars.getByRole('dialog', { name: 'The settlement statement' })
    await dialog.getByLabel('Day of the closing').fill(new Date().toISOString().slice(0, 10))
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
