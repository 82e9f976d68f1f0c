import type { APIRequestContext } from '@playwright/test'
import { demoPassword } from '#demo/logins.ts'
import { callAs } from '../circles.ts'
import { endUndoTime } from '../jobs.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test } from '../journey.ts'
import { openFromSidebar, signInByForm, signInFromStart, startAsAdmin, verifyUser } from '../navigation.ts'
import { adminEmail, confirmAddress, freshName, headersOf, mailsTo, newUser, type Someone, signIn } from '../people.ts'
import { smallPicture } from '../pictures.ts'

test.describe.configure({ timeout: 300_000 })

/** Someone who has asked to be verified, under a first name that nobody else has. */
async function waitingPerson(request: APIRequestContext, start: string): Promise<Someone & { readonly name: string }> {
  const someone = await newUser(request)
  await confirmAddress(request, someone)
  const name = freshName(start)
  await callAs(request, someone.token, 'post', `app/user/${someone.user._id}`, { firstName: name, verificationRequested: true })
  return { ...someone, name }
}

const expectMail = async (request: APIRequestContext, { email }: Someone, subject: string, words: string): Promise<void> =>
  expect(async () => {
    const mail = (await mailsTo(request, email)).find((each) => each.subject === subject)
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(words)
  }).toPass()

/** From the overview's queue to a person's review page. */
async function openReview(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible()
}

/** From the table of users to a person's review page. */
async function findAndReview(page: Page, email: string, link: string | RegExp): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.fill(email)
  await search.press('Enter')
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('link', { name: link }).click()
}

const phone = { width: 390, height: 844 }

async function signInOnPhone(page: Page, email: string): Promise<void> {
  await page.setViewportSize(phone)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await signInByForm(page, email)
  await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
}

const fileOf = (name: string, mimeType = 'image/png') => ({ name, mimeType, buffer: smallPicture() })

test('a waiting person adds a phone number, a note and documents, answers our question, is declined, let in again and verified', {
  tag: '@special',
}, async ({ page, request, newBrowser }) => {
  const owen = await waitingPerson(request, 'Owen')
  await signInFromStart(page, owen.email)
  await expect(page).toHaveURL('/user-verification')
  await expect(page.getByRole('heading', { name: 'Help us verify you' })).toBeVisible()
  await expectNoSeriousFindings(page)

  await page.getByLabel('Documents', { exact: true }).setInputFiles(fileOf('Statement.heic', 'image/heic'))
  await expect(page.getByText('Please choose a PDF, JPG or PNG of at most 10 MB')).toBeVisible()
  await page.getByLabel('Documents', { exact: true }).setInputFiles([fileOf('Driver’s licence, front.png'), fileOf('Water bill.png')])
  await expect(page.getByText('not sent yet')).toHaveCount(2)
  await page.getByLabel('Phone, for a call').fill('(720) 555-0188')
  await page.getByRole('combobox', { name: 'Best time' }).click()
  await page.getByRole('option', { name: 'Mornings' }).click()
  await page.getByLabel('Note to our team').fill('I sold my share of a bakery in September.')
  await page.getByRole('button', { name: 'Send to our team' }).click()
  await expectToast(page, 'Sent to our team')
  await page.reload()
  await expect(page.getByLabel('Phone, for a call')).toHaveValue('(720) 555-0188')
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)

  const admins = await newBrowser()
  await startAsAdmin(admins)
  await openFromSidebar(admins, 'User Management')
  await findAndReview(admins, owen.email, /^Review what/)
  await expect(admins.getByText('2 documents, a note, a phone number')).toBeVisible()
  await expect(admins.getByText('(720) 555-0188, mornings')).toBeVisible()
  await expectNoSeriousFindings(admins)
  await admins.getByRole('button', { name: 'Open Driver’s licence, front.png' }).click()
  await expect(admins.getByRole('img', { name: 'Driver’s licence, front.png' })).toBeVisible()
  await admins.getByRole('radio', { name: /^Ask for more/ }).check()
  await admins.getByRole('checkbox', { name: 'Address page' }).check()
  await admins.getByRole('button', { name: 'Send question' }).click()
  await expectToast(admins, 'Question sent')
  await openFromSidebar(admins, 'Overview')

  // The open page shows the question without a reload, and keeps what is typed.
  await expect(page.getByText(/^Ruth from Arcstead asks/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove Water bill.png' }).click()
  await page.getByLabel('Documents', { exact: true }).setInputFiles(fileOf('Lease 2026.png'))
  await expect(page.getByText('not sent yet')).toHaveCount(1)
  await page.getByRole('button', { name: 'Send to our team' }).click()
  await expect(page.getByText('You have answered. We look at it and write to you.')).toBeVisible()

  await admins
    .getByRole('navigation', { name: 'Stage' })
    .getByRole('link', { name: /^Has answered/ })
    .click()
  await openReview(admins, owen)
  await expect(admins.getByRole('button', { name: 'Open Lease 2026.png' })).toBeVisible()
  await admins.getByRole('radio', { name: /^Decline/ }).check()
  await admins.getByLabel('Why do you decline?').fill('The lease is not in your name.')
  await admins.getByRole('button', { name: 'Decline, with your reason' }).click()
  await admins.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
  await expectToast(admins, 'Request declined')
  await expect(page.getByText('The lease is not in your name.')).toBeVisible()
  await expect(page.getByText(/You may ask again from/)).toBeVisible()
  await expectNoSeriousFindings(page)

  await admins.getByRole('link', { name: 'Users', exact: true }).click()
  await findAndReview(admins, owen.email, 'Open the review')
  await admins.getByRole('button', { name: `Let ${owen.name} ask again` }).click()
  await expectToast(admins, 'Request reopened')
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByRole('heading', { name: 'Help us verify you' })).toBeVisible()

  await admins.reload()
  await verifyUser(admins)
  await expectToast(admins, 'User verified')
  await expect(page).not.toHaveURL('/user-verification', { timeout: 25_000 })
})

test('an administrator’s Monday morning: five people, from the front door', { tag: '@special' }, async ({ page, request }) => {
  const names = ['Ada', 'Bo', 'Cleo', 'Dev', 'Edda']
  const people = []
  for (const name of names) people.push(await waitingPerson(request, name))
  const [ada, bo, cleo, dev, edda] = people as [(typeof people)[number], ...typeof people]
  if (!bo || !cleo || !dev || !edda) throw new Error('five people are waiting')
  await callAs(request, ada.token, 'put', 'app/user-verification', { note: 'Call me any time.', phone: '(720) 555-0188' })

  await startAsAdmin(page)
  await openFromSidebar(page, 'User Management')
  await openFromSidebar(page, 'Overview')
  await expect(page.getByRole('listitem').filter({ hasText: ada.email })).toContainText('today')

  await openReview(page, ada)
  await expect(page.getByText('“Call me any time.”')).toBeVisible()
  await page.getByLabel('A sentence for the mail').fill('Welcome to Arcstead.')
  await verifyUser(page)
  await expectToast(page, 'User verified')
  await expectToast(page, 'Verification email sent successfully!')
  // The next person of the queue is there.
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(ada.name) })).toHaveCount(0)
  await openFromSidebar(page, 'Overview')
  await endUndoTime(ada.user._id)
  await expectMail(request, ada, 'Your Arcstead account is verified', 'Welcome to Arcstead.')

  await openReview(page, bo)
  await page.getByRole('radio', { name: /^Ask for more/ }).check()
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('Please fill in this field')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Sharper picture' }).check()
  await page.getByRole('button', { name: 'Send question' }).click()
  await expectToast(page, 'Question sent')
  await openFromSidebar(page, 'Overview')
  await expectMail(request, bo, 'A question about your Arcstead profile', 'Please add a sharper one that shows the whole page.')
  await page
    .getByRole('navigation', { name: 'Stage' })
    .getByRole('link', { name: /^Asked for more/ })
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: bo.email })).toContainText('Asked for more')

  await page.getByRole('navigation', { name: 'Stage' }).getByRole('link', { name: /^All/ }).click()
  await openReview(page, cleo)
  await page.getByRole('radio', { name: /^Decline/ }).check()
  await page.getByLabel('Why do you decline?').fill('This account is not a person.')
  await page.getByRole('button', { name: 'Decline, with your reason' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Decline, with your reason' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
  await expectToast(page, 'Request declined')
  await openFromSidebar(page, 'Overview')
  await expect(page.getByRole('link', { name: /^Start with/ })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: cleo.email })).toHaveCount(0)
  await expectMail(request, cleo, 'Your Arcstead profile was not verified', 'This account is not a person.')

  // A filtered list is returned to; from the person's page the verification is undone, and done again.
  await openFromSidebar(page, 'Users')
  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.fill(dev.email)
  await search.press('Enter')
  await page.getByRole('row').filter({ hasText: dev.email }).getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: 'Verify User' }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Verify ${dev.name}`) })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Documents' })).toContainText('Nothing given')
  await expectNoSeriousFindings(page)
  await dialog.getByRole('button', { name: 'Verify User' }).click()
  await expectToast(page, 'User verified')
  await expect(page).toHaveURL(`/admin/user-management?search=${encodeURIComponent(dev.email)}`)
  const row = page.getByRole('row').filter({ hasText: dev.email })
  await expect(row).toContainText('Verified')
  // The offer to undo Ada's verification may still be shown.
  await page.getByRole('status').filter({ hasText: dev.name }).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, `${dev.name} Stone waits again. No mail had been sent.`)
  await expect(row).toContainText('Awaiting verification')
  // By the name: toasts cover the end of the row, and stay while the pointer is over them.
  const nameLink = row.getByRole('rowheader').getByRole('link')
  await nameLink.click()
  await verifyUser(page)
  await nameLink.click()
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Verify User' })).toBeVisible()
  expect((await mailsTo(request, dev.email)).map(({ subject }) => subject)).not.toContain('Your Arcstead account is verified')

  // The next person is one click away.
  await expect(page.getByRole('link', { name: /^Next person: / })).toBeVisible()

  // Meanwhile another administrator has declined Edda: this one's page says so by itself. The overview may have twenty others before her.
  await openFromSidebar(page, 'Users')
  await search.fill(edda.email)
  await search.press('Enter')
  await page.getByRole('row').filter({ hasText: edda.email }).getByRole('rowheader').getByRole('link').click()
  await page.getByRole('link', { name: /^Review what/ }).click()
  await expect(page.getByRole('radio', { name: /^Decline/ })).toBeVisible()
  const token = await signIn(request, adminEmail, demoPassword)
  const decline = { decision: 'declined', sentence: 'A copy of another account.' }
  const path = `/api/admin/user-verification/${edda.user._id}`
  expect((await request.post(path, { headers: headersOf(token), data: decline })).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible()
  await expect(page.getByText('A copy of another account.').first()).toBeVisible()

  await openFromSidebar(page, 'Audit Log')
  await expect(
    page
      .getByRole('table')
      .getByText(/^verification declined$/i)
      .first(),
  ).toBeVisible()
})

test('both sides work on a phone', { tag: '@phone' }, async ({ page, request, newBrowser }) => {
  const owen = await waitingPerson(request, 'Owen')
  await signInOnPhone(page, owen.email)
  await expect(page).toHaveURL('/user-verification')
  for (const name of ['Browse Circles', 'Logout']) await expect(page.getByRole('main').getByRole('link', { name })).toBeInViewport()
  await expect(page.getByText(/^We look at requests in the order they came\./)).toBeInViewport()
  await page.getByLabel('Documents', { exact: true }).setInputFiles(fileOf('Lease.png'))
  await expect(page.getByText('not sent yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send to our team' }).click()
  await expectToast(page, 'Sent to our team')

  const admins = await newBrowser()
  await admins.setViewportSize(phone)
  await startAsAdmin(admins)
  await admins.goto(`/admin/manage-user/${owen.user._id}/review`)
  await admins.getByRole('radio', { name: /^Ask for more/ }).check()
  await admins.getByRole('checkbox', { name: 'Name differs' }).check()
  await expectNoSeriousFindings(admins)
  await admins.getByRole('button', { name: 'Send question' }).click()
  await expectToast(admins, 'Question sent')
  await expect(page.getByText(/^Ruth from Arcstead asks/)).toBeVisible()
})

test('while waiting, the profile can be changed, and an opened page is not taken for a wish', { tag: '@special' }, async ({
  page,
  request,
}) => {
  const owen = await waitingPerson(request, 'Owen')
  await signInFromStart(page, owen.email)
  await expect(page).toHaveURL('/user-verification')
  await page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/user-verification')
  await page.getByRole('main').getByRole('link', { name: 'your profile' }).click()
  await expect(page).toHaveURL('/profile')
  await page.getByRole('textbox', { name: 'First name' }).fill('Otis')
  await page
    .getByRole('button', { name: /^Save|^Submit/ })
    .first()
    .click()
  await expect(page.getByRole('banner').getByText(/Otis/)).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'While You Wait' })).toBeVisible()
  await expect(page.getByText(/^You were /)).toHaveCount(0)
})
