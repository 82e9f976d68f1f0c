import { callAs, joinCircle, makeCircle } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test } from '../journey.ts'
import { openFromSidebar, openOwnCircle, startSignedIn } from '../navigation.ts'
import { freshTitle, investor } from '../people.ts'

const card = (page: Page) => page.getByRole('log', { name: 'Last posts' })
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const field = (page: Page) => page.getByLabel('Write to the circle')
const needs = (page: Page) => page.getByRole('region', { name: 'Needs you' })

test('a member says hello with a mention, by keyboard only; it arrives live in another browser, with a notice', async ({
  page,
  request,
  newBrowser,
}) => {
  test.setTimeout(180_000)
  const title = freshTitle('Larkspur Terrace')
  const [owner, member, third] = [await investor(request), await investor(request), await investor(request)]
  const profile = (someone: typeof owner, firstName: string, lastName: string) =>
    callAs(request, someone.token, 'post', 'app/profile', { firstName, lastName })
  await profile(owner, 'Omar', 'Farouk')
  await profile(member, 'Jonah', 'Abbott')
  await profile(third, 'Hanna', 'Ek')
  const circle = await makeCircle(request, owner, {}, { title })
  for (const someone of [member, third]) await joinCircle(request, someone, circle, 75_000)

  const owners = await newBrowser()
  await startSignedIn(owners, owner)
  await openOwnCircle(owners, title)
  await expect(owners.getByText('Nobody has written yet. Say who you are and what you look for.')).toBeVisible()

  await startSignedIn(page, member)
  await openOwnCircle(page, title)
  await field(page).focus()
  await page.keyboard.type('Hello, I am Jonah. @')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Hanna Ek/)
  await expect(page.getByRole('option', { name: 'Omar Farouk' })).toContainText('owner')
  await expectNoSeriousFindings(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Omar Farouk/)
  await page.keyboard.type('om')
  await page.keyboard.press('Enter')
  await page.keyboard.type('will you be at the house on Friday?')
  await expect(field(page)).toHaveValue('Hello, I am Jonah. @Omar Farouk will you be at the house on Friday?')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('@Omar Farouk')).toBeVisible()
  await expect(field(page)).toHaveValue('')

  // Without a reload: the post, how many are new, and the notice.
  await expect(card(owners).getByText('will you be at the house on Friday?')).toBeVisible()
  await expect(owners.getByText('1 new', { exact: true })).toBeVisible()
  await owners.getByRole('button', { name: /^Notices, / }).click()
  await owners.getByRole('link', { name: `Someone mentioned you in ${title}` }).click()
  await expect(owners).toHaveURL(`/circle/${circle._id}/conversation`)
  await expect(owners.getByRole('separator', { name: '1 new since your last visit' })).toBeVisible()
  await expectNoSeriousFindings(owners)

  await test.step('the answer is edited, and arrives on the open page of the conversation', async () => {
    await page.getByRole('link', { name: 'All posts' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Conversation' })).toBeVisible()
    await field(owners).fill('Yes, at ten.')
    await owners.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(conversation(page).getByText('Yes, at ten.')).toBeVisible()
    await conversation(owners).getByRole('button', { name: 'Edit' }).click()
    await owners.getByLabel('Change your post').fill('Yes, at nine.')
    await owners.getByRole('button', { name: 'Save' }).click()
    await expect(conversation(page).getByText('Yes, at nine.')).toBeVisible()
    await expect(conversation(page).getByText('· edited')).toBeVisible()
    await conversation(owners).getByRole('button', { name: 'Delete' }).click()
    await owners.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(conversation(page).getByText('Deleted by Omar Farouk')).toBeVisible()
  })

  await test.step('unread posts are one need, which is gone after reading', async () => {
    await callAs(request, owner.token, 'post', `app/circle/${circle._id}/conversation`, { text: 'Bring boots.' })
    const thirds = await newBrowser()
    await startSignedIn(thirds, third)
    await openFromSidebar(thirds, 'Dashboard')
    await needs(thirds).getByRole('link', { name: '1 circle has new posts' }).click()
    await expect(thirds.getByRole('separator', { name: '2 new since your last visit' })).toBeVisible()
    await conversation(thirds).getByRole('button', { name: 'More about this post of Omar Farouk' }).click()
    await thirds.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await thirds.getByRole('menuitem', { name: 'Copy link to post' }).click()
    await expectToast(thirds, 'Link copied')
    await thirds.getByRole('switch', { name: 'Mail me too' }).click()
    await expect(thirds.getByRole('switch', { name: 'Mail me too' })).not.toBeChecked()
    await openFromSidebar(thirds, 'Dashboard')
    await expect(needs(thirds).getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
  })
})
