import { callAsAdmin, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { expect, expectNoSeriousFindings, type Page, test } from '../journey.ts'
import { openOwnCircle, signInFromStart, startSignedIn } from '../navigation.ts'
import { freshTitle, investor } from '../people.ts'
import { smallPicture } from '../pictures.ts'
import { fillPropertyForm } from '../properties.ts'

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: smallPicture() })
const added = (page: Page) => page.getByRole('list', { name: 'Pictures, added' }).getByRole('listitem')

async function openAsBroker(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your Circles' }).click()
  await page.getByRole('link', { name: `Manage Circle: ${title}` }).click()
  await page.getByRole('tab', { name: 'Properties' }).click()
}

test('a broker adds a property with pictures and facts; a member votes with a reason on its page; the broker reorders the pictures', async ({
  page,
  request,
  newBrowser,
}) => {
  const [owner, member, broker] = [await investor(request), await investor(request), await newBroker(request)]
  const title = freshTitle('Pictured House')
  const circle = await makeCircle(request, owner, {}, { title })
  await joinCircle(request, member, circle, 75_000)
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { assignedBrokers: [broker.user._id] })

  await test.step('the broker adds it with three pictures and facts', async () => {
    await signInFromStart(page, broker.email)
    await openAsBroker(page, title)
    await page.getByRole('link', { name: 'Add Property' }).first().click()
    await fillPropertyForm(page, '24 Ferry Court', '647000')
    await page.getByLabel('Year built').fill('190')
    for (const [label, text] of [
      ['Bedrooms', '4'],
      ['Bathrooms', '2.5'],
      ['Living area (sq ft)', '2,140'],
    ] as const)
      await page.getByLabel(label).fill(text)
    await page.getByLabel('Pictures', { exact: true }).setInputFiles(['street.png', 'kitchen.png', 'garden.png'].map(picture))
    await expect(added(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Please give a year from 1600 to 2100')).toBeVisible()
    await page.getByLabel('Year built').fill('1906')
    await expectNoSeriousFindings(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(new RegExp(`/broker/circle/${circle._id}`))
  })

  const memberPage = await newBrowser()
  await test.step('a member opens its page from the Vote tab and votes there', async () => {
    await startSignedIn(memberPage, member)
    await openOwnCircle(memberPage, title, 'Vote on Properties')
    await memberPage.getByRole('link', { name: '24 Ferry Court', exact: true }).click()
    await expect(memberPage).toHaveURL(new RegExp(`/circle/${circle._id}/property/`))
    await expect(memberPage.getByRole('heading', { level: 1, name: '24 Ferry Court' })).toBeVisible()
    for (const words of ['1906', '2.5', '2,140 sq ft', /% of the target/]) await expect(memberPage.getByText(words).first()).toBeVisible()
    await expectNoSeriousFindings(memberPage)

    await memberPage.getByRole('button', { name: 'Enlarge picture 2 of 3' }).click()
    const large = memberPage.getByRole('dialog', { name: '24 Ferry Court' })
    await expect(large.getByRole('img', { name: '24 Ferry Court, picture 2 of 3' })).toBeVisible()
    await memberPage.keyboard.press('ArrowRight')
    await expect(large.getByRole('img', { name: '24 Ferry Court, picture 3 of 3' })).toBeVisible()
    await memberPage.keyboard.press('Escape')
    await expect(large).toBeHidden()

    await memberPage.getByRole('button', { name: 'Vote on Property' }).click()
    const dialog = memberPage.getByRole('dialog', { name: 'Vote on Property' })
    await dialog.getByRole('radio', { name: /Ready to Invest/ }).check()
    await dialog.getByLabel('Your reason (optional)').fill('A walk from the train.')
    await dialog.getByRole('button', { name: 'Save Vote' }).click()
    await expect(dialog).toBeHidden()
    await expect(memberPage.getByText('A walk from the train.').first()).toBeVisible()
    await expect(memberPage.getByRole('button', { name: 'Change Vote' })).toBeVisible()
  })

  await test.step('the broker moves a picture to the front and removes another; the member sees it at once', async () => {
    await page.getByRole('tab', { name: 'Properties' }).click()
    await page.getByRole('link', { name: '24 Ferry Court', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/broker/circle/${circle._id}/property/`))
    await expect(page.getByText('A walk from the train.')).toHaveCount(0)
    await page.getByRole('link', { name: 'Edit 24 Ferry Court' }).click()
    await expect(added(page)).toHaveCount(3)
    const [first = ''] = await added(page).locator('b').allTextContents()
    await page.getByRole('button', { name: `Move ${first} down` }).press('Enter')
    await expect(added(page).nth(1)).toContainText(first)
    await expect(page.getByRole('button', { name: `Move ${first} down` })).toBeFocused()
    await added(page)
      .nth(2)
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(added(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(new RegExp(`/broker/circle/${circle._id}`))
    await expect(memberPage.getByRole('button', { name: 'Enlarge picture 2 of 2' })).toBeVisible()
    await expect(memberPage.getByRole('button', { name: 'Enlarge picture 3 of 3' })).toHaveCount(0)
  })

  await test.step('the member’s link is closed to others, and leads the broker to the broker’s page', async () => {
    const address = new URL(memberPage.url()).pathname
    await page.goto(address)
    await expect(page).toHaveURL(`/broker${address}`)
    const outsider = await newBrowser(await investor(request))
    await outsider.goto(address)
    await expect(outsider).toHaveURL(`/circle-public/${circle._id}`)
  })
})
