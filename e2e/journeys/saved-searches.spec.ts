import { makeCircle } from '../circles.ts'
import { queueJob } from '../jobs.ts'
import { expect, expectNoSeriousFindings, expectToast, test } from '../journey.ts'
import { openFromSidebar, signInByForm, startSignedIn } from '../navigation.ts'
import { confirmAddress, freshTitle, investor, mailsTo } from '../people.ts'

const tellMe = 'Tell me about new circles like this'

test('a saved search brings a notice into the open page, and one mail', { tag: '@special' }, async ({ request, newBrowser }) => {
  test.setTimeout(180_000)
  const [person, owner] = [await investor(request), await investor(request)]
  await confirmAddress(request, person)
  const title = freshTitle('Saltbox Mill')
  const page = await newBrowser()
  await startSignedIn(page, person)
  await openFromSidebar(page, 'Find Circles')
  await page.getByRole('button', { name: /^Advanced filters/ }).click()
  await page.getByRole('textbox', { name: 'Arc price from' }).fill('50000')
  await page.getByRole('textbox', { name: 'Arc price to' }).fill('40000')
  await expect(page.getByText('The lowest price is above the highest. Please check both.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Arc price to' }).fill('90000')
  await page.getByRole('switch', { name: 'Only with free arcs' }).click()
  await page.getByRole('textbox', { name: 'Keywords' }).fill(title)
  await page.getByRole('textbox', { name: 'Keywords' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Arc $50,000 to $90,000' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Circles Found' })).toBeVisible()
  await expectNoSeriousFindings(page)

  await page.getByRole('button', { name: tellMe }).click()
  const dialog = page.getByRole('dialog', { name: tellMe })
  const words = `‘${title}’, one arc $50,000 to $90,000, with free arcs`
  await expect(dialog.getByText(words)).toBeVisible()
  await dialog.getByRole('switch', { name: 'Once a day by mail, too' }).click()
  await expectNoSeriousFindings(page)
  await dialog.getByRole('button', { name: 'Keep search' }).click()
  await expectToast(page, 'Search kept: you will be told')
  await expect(page.getByRole('link', { name: 'You will be told' })).toBeVisible()

  await makeCircle(request, owner, {}, { title })
  await expect(page.getByRole('heading', { name: 'Found 1 circle' })).toBeVisible()
  await expect(page.getByText('One arc $75,000')).toBeVisible()
  await page.getByRole('button', { name: /^Notices, \d+ unread$/ }).click()
  await page.getByRole('link', { name: `${title} is like your search` }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByText('Not quite what you look for?')).toBeVisible()

  await queueJob('send-search-mails')
  await expect
    .poll(async () => (await mailsTo(request, person.email)).filter(({ subject }) => subject === '1 new circle like your saved searches'))
    .toHaveLength(1)

  await openFromSidebar(page, 'My Profile')
  const saved = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: words }) })
  await expect(saved.getByText(/^1 new since /)).toBeVisible()
  await expectNoSeriousFindings(page)
  await saved.getByRole('button', { name: `Delete ${words}` }).click()
  await page.getByRole('dialog', { name: 'Delete this search?' }).getByRole('button', { name: 'Delete search' }).click()
  await expectToast(page, 'Search deleted')
  await expect(saved).toHaveCount(0)
})

test('a visitor is led to sign in, and comes back to the search', { tag: '@special' }, async ({ request, newBrowser }) => {
  test.setTimeout(120_000)
  const person = await investor(request)
  const page = await newBrowser()
  await page.goto('/')
  await page.getByRole('button', { name: /^Advanced filters/ }).click()
  await page.getByRole('switch', { name: 'Only with free arcs' }).click()
  await page.getByRole('button', { name: tellMe }).click()
  await page.getByRole('dialog', { name: tellMe }).getByRole('link', { name: 'Login' }).click()
  await signInByForm(page, person.email)
  await expect(page).toHaveURL(/\?hasFreeArcs=true/)
  await page.getByRole('button', { name: tellMe }).click()
  await page.getByRole('dialog', { name: tellMe }).getByRole('button', { name: 'Keep search' }).click()
  await expect(page.getByRole('link', { name: 'You will be told' })).toBeVisible()
})
