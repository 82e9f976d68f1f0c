import { callAs, makeCircle } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test, walks } from '../journey.ts'
import { cardOf, openFromSidebar, signInByForm, startSignedIn } from '../navigation.ts'
import { confirmAddress, freshEmail, freshName, freshTitle, investor, mailsTo } from '../people.ts'
import { register } from '../registration.ts'

const question = 'Is there a lift, or would you add one?'
const answer = 'No lift. There is room for one by the north stair.'

/** From the first page to the public page of a circle, by searching for it. */
async function openCircle(page: Page, title: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Advanced filters' }).click()
  const keywords = page.getByLabel('Keywords')
  await keywords.fill(title)
  await keywords.press('Enter')
  await expect(page.getByRole('heading', { name: 'Found 1 circle', exact: true })).toBeVisible()
  await cardOf(page, title)
    .getByRole('link', { name: /Explore Circle|View Details/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

for (const { width, tag } of walks) {
  test(`a stranger asks the owner, who answers from the notice; a visitor reads it, until it is taken away (${width} px)`, {
    tag: [...tag, '@special'],
  }, async ({ page, request, newBrowser }) => {
    test.setTimeout(240_000)
    const [owner, title, email, firstName] = [await investor(request), freshTitle('Clear Creek Lofts'), freshEmail(), freshName('Owen')]
    await makeCircle(request, owner, {}, { title })
    await page.setViewportSize({ width, height: 900 })
    const questions = page.locator('#questions')

    await test.step('the visitor is led to register and back, and confirms the address first', async () => {
      await openCircle(page, title)
      await expect(page.getByText('A verified member of Arcstead, in 1 circle.', { exact: true })).toBeVisible()
      await expect(page.getByText('Login or Register to ask a question.')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).click()
      await register(page, { email, firstName })
      await expect(page.getByRole('link', { name: /My Profile$/ }).first()).toBeVisible()
      await openCircle(page, title)
      await expect(page.getByText('Confirm your e-mail address to ask.')).toBeVisible()
      await page.getByRole('button', { name: 'Send the link again' }).click()
      await expectToast(page, 'A new link is on its way')
      await confirmAddress(request, { email } as typeof owner)
    })

    await test.step('and asks', async () => {
      await openCircle(page, title)
      await expect(page.getByRole('heading', { name: 'Ask the owner' })).toBeVisible()
      await expect(page.getByText('5 of 5 questions left today')).toBeVisible()
      await page.getByLabel('Your question').fill(question)
      await page.getByRole('button', { name: 'Send question' }).click()
      await expect(page.getByText('The owner has your question')).toBeVisible()
      await expect(questions.getByText(question)).toBeVisible()
      await expectNoSeriousFindings(page)
    })

    await test.step('the owner shows who she is, and answers from the notice', async () => {
      const owners = await newBrowser()
      await startSignedIn(owners, owner)
      await openFromSidebar(owners, 'My Profile')
      await owners.getByRole('switch', { name: 'Show who I am on my circles’ public pages' }).click()
      await owners.getByLabel('About you (optional)').fill('I am a joiner.')
      await owners.getByRole('button', { name: 'Save changes' }).click()
      await expectToast(owners, 'Profile saved')
      await openFromSidebar(owners, 'Dashboard')
      await expect(owners.getByRole('link', { name: '1 question to answer' })).toBeVisible()
      await owners.getByRole('button', { name: /^Notices/ }).click()
      await owners.getByRole('link', { name: `1 question waits for your answer about ${title}` }).click()
      const dialog = owners.getByRole('dialog', { name: `${firstName} asks` })
      await expect(dialog.getByText(question)).toBeVisible()
      await expectNoSeriousFindings(owners, '[role=dialog]')
      await dialog.getByLabel('Your answer').fill(answer)
      await dialog.getByRole('button', { name: 'Answer', exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(owners.locator('#questions').getByText(answer)).toBeVisible()
      await openFromSidebar(owners, 'Dashboard')
      await expect(owners.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
    })

    await test.step('the answer appears on the stranger’s open page, and for a visitor', async () => {
      await expect(questions.getByText(answer)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Ask Maya' })).toBeVisible()
      await expect.poll(async () => (await mailsTo(request, email)).some(({ subject }) => subject.includes('was answered'))).toBe(true)
      const visitor = await newBrowser()
      await openCircle(visitor, title)
      const seen = visitor.locator('#questions')
      await expect(seen.getByText(question)).toBeVisible()
      await expect(seen.getByText(answer)).toBeVisible()
      await expect(seen.getByText(`${firstName} asked`)).toBeVisible()
      await expect(visitor.getByText('I am a joiner.')).toBeVisible()
      await expect(visitor.getByText('Stone')).toHaveCount(0)
      await expectNoSeriousFindings(visitor)
    })

    await test.step('it is taken away, and Undo brings it back', async () => {
      await questions.getByRole('button', { name: 'Take away' }).click()
      await expect(questions.getByText(question)).toHaveCount(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(questions.getByText(answer)).toBeVisible()
    })
  })
}

test('someone who signs in from the page comes back to it; a declined question stays with its asker', { tag: '@special' }, async ({
  page,
  request,
}) => {
  const [owner, asker, title] = [await investor(request), await investor(request), freshTitle('Prospect Row')]
  await confirmAddress(request, asker)
  const circle = await makeCircle(request, owner, {}, { title })
  const text = 'Can you tell me the tenants’ names?'
  const { _id } = await callAs<{ _id: string }>(request, asker.token, 'post', `app/circle/${circle._id}/question`, { text })
  await callAs(request, owner.token, 'post', `app/question/${_id}/decline`)
  await openCircle(page, title)
  await expect(page.getByText(text)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click()
  await signInByForm(page, asker.email)
  await expect(page).toHaveURL(`/circle-public/${circle._id}`)
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByText('The owner declined to answer. It is not shown to others.')).toBeVisible()
})
