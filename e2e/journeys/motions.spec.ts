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
  await vote(mayas, 'Yes', 'I like to do it.')
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
  await expect(mayas.getByText('Tomas Weller is asked whether that is so.')).toBeVisible()
  await mayas.getByLabel('Closes').fill(nextWeek())
  await mayas.getByRole('button', { name: 'Make motion' }).click()
  await expect(mayas.getByText('You say that Tomas Weller is related to the payee.')).toBeVisible()
  await expectNoSeriousFindings(mayas)
  await vote(mayas, 'Yes', 'Before the snow.')
  await expect(mayas.getByText('6 of 12 arcs voted; needs 1 more to say yes')).toBeVisible()

  await tomass.goto('/')
  await openOwnCircle(tomass, title, 'Motions')
  await tomass.getByRole('link', { name: 'Repair the roof' }).click()
  await expect(tomass.getByText('Maya Sorensen says that you are related to the payee.')).toBeVisible()
  await tomass.getByRole('button', { name: 'That is so' }).click()
  await expect(tomass.getByText(/your 2 arcs will not be counted/)).toBeVisible()
  await expectNoSeriousFindings(tomass)
  await tomass.getByRole('dialog').getByRole('button', { name: 'That is so' }).click()
  await expect(tomass.getByText('You have no vote here.')).toBeVisible()
  await expect(mayas.getByText('6 of 10 arcs voted; passes with 6 yes')).toBeVisible()
  await tomass.getByLabel('Write to the circle').fill('My brother’s firm; ask me anything.')
  await tomass.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(mayas.getByText('My brother’s firm; ask me anything.')).toBeVisible()

  await idas.goto('/')
  await openFromNotice(idas, 'Repair the roof')
  await vote(idas, 'No', 'We pay twice if the whole roof has to go.')
  // Where a member is left out, everyone has until the closing date.
  await expect(idas.getByText('10 of 10 arcs voted; passes with 6 yes')).toBeVisible()

  await tomass.getByRole('link', { name: 'Whole record' }).click()
  await expect(tomass.getByRole('heading', { level: 1, name: 'Record of decisions' })).toBeVisible()
  await expect(tomass.getByText('The member named in “Repair the roof” says: that is so')).toBeVisible()
  const row = tomass.getByRole('listitem').filter({ hasText: '“Maya keeps the book” passed' })
  await expect(row).toContainText('Yes 10 · No 0 · Abstain 2 · voted 12 of 12')
  await expect(row).toContainText('I like to do it.')
  await expectNoSeriousFindings(tomass)
})

test('a motion that is changed while someone reads it is voted on only after they have read the change', { tag: '@special' }, async ({
  request,
  newBrowser,
}) => {
  test.setTimeout(180_000)
  const title = freshTitle('Ferry Court')
  const ana = await named(request, 'Ana', 'Ruiz')
  const ben = await named(request, 'Ben', 'Okafor')
  const circle = await makeCircle(request, ana, { ownerInvestmentAmount: 300_000 }, { title })
  await joinCircle(request, ben, circle, 600_000)
  await ageArcsByOneWeek(circle._id)
  const [anas, bens] = [await newBrowser(), await newBrowser()]

  await startSignedIn(anas, ana)
  await openOwnCircle(anas, title, 'Motions')
  await anas.getByRole('link', { name: 'New motion' }).click()
  await anas.getByRole('radio', { name: 'Spend' }).check()
  await anas.getByLabel('Title').fill('New locks')
  await anas.getByRole('textbox', { name: 'Text', exact: true }).fill('The old ones stick.')
  await anas.getByLabel('Amount, at most').fill('100')
  await chooseOption(anas, 'Category', 'Repairs')
  await anas.getByRole('textbox', { name: 'Payee', exact: true }).fill('Key & Co')
  await chooseOption(anas, 'Is the payee related to a member?', 'No')
  await anas.getByLabel('Closes').fill(nextWeek())
  await anas.getByRole('button', { name: 'Make motion' }).click()
  await expect(anas.getByRole('heading', { level: 1, name: 'New locks' })).toBeVisible()

  await startSignedIn(bens, ben)
  await openFromNotice(bens, 'New locks')
  const card = bens.getByRole('region', { name: 'Your vote' })
  await card.getByRole('radio', { name: 'Yes' }).check()
  await card.getByLabel('Your reason (optional)').fill('For a hundred, yes.')

  await anas.getByRole('link', { name: 'Change motion' }).click()
  await anas.getByLabel('Amount, at most').fill('90000')
  await anas.getByRole('button', { name: 'Save motion' }).click()
  await expect(anas.getByText('$90,000.00', { exact: true })).toBeVisible()

  const note = card.getByRole('alert')
  await expect(note.getByText('This motion was changed after you read it.')).toBeVisible()
  await expect(note.getByRole('listitem')).toHaveText(/Amount, at most.*\$100\.00.*\$90,000\.00/)
  await expect(card.getByRole('button', { name: 'Save Vote' })).toBeDisabled()
  await expect(card.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await expect(card.getByLabel('Your reason (optional)')).toHaveValue('For a hundred, yes.')
  await expectNoSeriousFindings(bens)
  await note.getByRole('button', { name: 'I have read it' }).click()
  await vote(bens, 'No', 'Not for ninety thousand.')
  await expect(bens.getByText('8 of 12 arcs voted; needs 7 more to say yes, so a vote would have to change')).toBeVisible()
})
