import { callAs, callAsAdmin, makeCircle } from '../circles.ts'
import { endUndoTime } from '../jobs.ts'
import { expect, expectNoSeriousFindings, type Page, storedToken, test } from '../journey.ts'
import { cardOf, signInByForm } from '../navigation.ts'
import { asAdmin, freshEmail, freshTitle, investor, mailsTo, newUser, whoIs } from '../people.ts'
import { register } from '../registration.ts'

async function answerOnboarding(page: Page): Promise<void> {
  await page.getByRole('button', { name: "Let's Get Started" }).click()
  await page.getByRole('button', { name: 'Submit & Continue' }).click()
  await expect(page).toHaveURL('/user-verification')
}

async function openFromList(page: Page, title: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Advanced filters' }).click()
  await page.getByLabel('Keywords').fill(title)
  await page.getByLabel('Keywords').press('Enter')
  await cardOf(page, title).getByRole('link', { name: 'Explore Circle' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test('an invitation to a hidden circle leads through registration, onboarding and verification to joining it', async ({
  page,
  request,
  newBrowser,
}) => {
  const owner = await investor(request)
  const title = freshTitle('Harbor Lofts')
  const circle = await makeCircle(request, owner, {}, { title })
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { hideCircle: true })
  const { link } = await callAs<{ link: string }>(request, owner.token, 'post', `app/circle/${circle._id}/invite`)
  const invited = new URL(link)

  await page.goto(invited.pathname + invited.search)
  await page.getByRole('link', { name: 'Sign Up to Join' }).click()
  const email = freshEmail()
  await register(page, { email })
  await expect(page).toHaveURL(/^[^?]*\/onboarding/)
  await answerOnboarding(page)
  await expect(page.getByText(`You were joining ${title}.`)).toBeVisible()
  await expectNoSeriousFindings(page)

  const token = await storedToken(page)
  if (!token) throw new Error('nobody is signed in')
  const { _id: userId } = await whoIs(request, token)
  await asAdmin(request, 'user-verification', { user: userId })
  // No input: the page redirects by itself, with the invite.
  await expect(page).toHaveURL(new RegExp(`/join-circle/${circle._id}\\?invite=`))

  // The mail links there too, for other devices. It leaves when the time for Undo is over.
  await endUndoTime(userId)
  let mailed: string | undefined
  await expect(async () => {
    const mail = (await mailsTo(request, email)).find(({ subject }) => subject === 'Your Arcstead account is verified')
    mailed = mail?.text.match(/https?:\/\/\S+\/join-circle\/\S+/)?.[0]
    expect(mailed).toBeTruthy()
  }).toPass({ timeout: 30_000 })
  const { pathname, search } = new URL(mailed ?? '')
  const phone = await newBrowser()
  await phone.goto(pathname + search)
  await signInByForm(phone, email)
  await expect(phone).toHaveURL(`${pathname}${search}`)
  await phone.getByRole('button', { name: 'Next: Choose Investment' }).click()
  await phone.getByRole('button', { name: 'Next: Confirm' }).click()
  await phone.getByRole('button', { name: 'Join Circle' }).click()
  await expect(phone).toHaveURL(`/circle/${circle._id}`)
  await expect(phone.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('a visitor who signs in from a circle’s page returns there, and someone with an account joins it', { tag: '@special' }, async ({
  page,
  request,
}) => {
  const owner = await investor(request)
  const member = await investor(request)
  const title = freshTitle('Quay Row')
  const circle = await makeCircle(request, owner, {}, { title })
  await openFromList(page, title)
  await page.getByRole('link', { name: 'Sign Up to Join' }).click()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await signInByForm(page, member.email)
  await expect(page).toHaveURL(`/join-circle/${circle._id}`)
})

test('Login in the header returns to the open circle', { tag: '@special' }, async ({ page, request }) => {
  const owner = await investor(request)
  const member = await investor(request)
  const title = freshTitle('Mill Court')
  const circle = await makeCircle(request, owner, {}, { title })
  await openFromList(page, title)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await signInByForm(page, member.email)
  await expect(page).toHaveURL(`/circle-public/${circle._id}`)
})

test('Sign Up to Create is remembered until the account is verified', { tag: '@special' }, async ({ page, request }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign Up to Create' }).click()
  await register(page, { email: freshEmail() })
  await expect(page).toHaveURL(/^[^?]*\/onboarding/)
  await answerOnboarding(page)
  await expect(page.getByText('You were creating a circle.')).toBeVisible()
  const token = await storedToken(page)
  if (!token) throw new Error('nobody is signed in')
  await asAdmin(request, 'approve-registration', { user: (await whoIs(request, token))._id })
  await expect(page).toHaveURL('/create-circle')
})

test('someone awaiting verification sees what joining needs, and the circle is saved', { tag: '@special' }, async ({ page, request }) => {
  const owner = await investor(request)
  const waiting = await newUser(request)
  await callAs(request, waiting.token, 'post', `app/user/${waiting.user._id}`, { verificationRequested: true })
  const title = freshTitle('Orchard Yard')
  await makeCircle(request, owner, {}, { title })
  await openFromList(page, title)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await signInByForm(page, waiting.email)
  await expect(page.getByText('Your account is being verified. You can join as soon as that is done.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join This Circle' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Join when verified' }).click()
  await expect(page).toHaveURL('/user-verification')
  await expect(page.getByText(`You were joining ${title}.`)).toBeVisible()
})

test('a visitor who opens the waiting page is redirected to sign in', { tag: '@special' }, async ({ page }) => {
  await page.goto('/user-verification')
  await expect(page).toHaveURL('/login?redirect=%2Fuser-verification')
})
