import { paths } from '#contract/paths.ts'
import { callAsAdmin } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test, walks } from '../journey.ts'
import { confirmByPassword, signInByForm, startSignedIn } from '../navigation.ts'
import { investor, mailsTo } from '../people.ts'

// Passkeys belong to a domain name, so this file opens the server as `localhost`; the others use its IP address.
test.use({ baseURL: process.env.ARCSTEAD_PASSKEYS_URL ?? process.env.ARCSTEAD_E2E_URL ?? '' })
test.describe.configure({ timeout: 240_000 })

/** Chromium's virtual authenticator: the device's fingerprint reader. */
async function plugInAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** False: the person's finger is not recognised. */
    recognise: (isUserVerified: boolean) => devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** False: nobody touches the reader, so that requests wait. */
    touch: (enabled: boolean) => devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

const card = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys', exact: true }) })

async function addPasskey(page: Page, name: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  await confirmByPassword(page)
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await expectToast(page, 'Passkey added')
  await expect(card(page).getByText(name)).toBeVisible()
}

type Reader = Awaited<ReturnType<typeof plugInAuthenticator>>

/** From the first page; on phones the link is in the menu. */
async function openSignIn(page: Page): Promise<void> {
  await page.goto('/')
  const isPhone = (page.viewportSize()?.width ?? 0) < 780
  if (isPhone) await page.getByRole('button', { name: 'Open menu' }).click()
  await (isPhone ? page.getByRole('dialog') : page.getByRole('banner')).getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
}

async function signIn(page: Page, email: string): Promise<void> {
  await openSignIn(page)
  await signInByForm(page, email)
  await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
}

/** The virtual reader would take the offer in the e-mail field at once, so nobody touches it until the button is pressed. */
async function pressPasskeyButton(page: Page, reader: Reader): Promise<void> {
  await reader.touch(false)
  const offered = page.waitForResponse((response) => response.url().endsWith('/auth/passkey/sign-in-options'))
  await page.goto(paths.logout)
  await expect(page).toHaveURL(paths.login)
  await offered
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await expectNoSeriousFindings(page)
  await reader.touch(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
}

const touchReader = (page: Page) => page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Use my passkey' }).click()

for (const { width, tag } of walks) {
  test(`at ${width} px: add, name and rename a passkey, sign in with it, step up with it, and remove it`, {
    tag: [...tag, '@special'],
  }, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 800 })
    const maya = await investor(request)
    const reader = await plugInAuthenticator(page)
    await signIn(page, maya.email)
    await page.goto(paths.profile)
    await addPasskey(page, 'Laptop')
    await expect(card(page).getByText('Not used yet')).toBeVisible()
    await expectNoSeriousFindings(page)
    await card(page).getByRole('button', { name: 'Rename Laptop' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Blue laptop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Passkey renamed')
    await expect(card(page).getByText('Blue laptop')).toBeVisible()
    expect(await reader.credentials()).toHaveLength(1)

    await pressPasskeyButton(page, reader)
    await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()

    await page.goto(paths.profile)
    await expect(card(page).getByText('Last used')).toBeVisible()
    await page.getByRole('button', { name: 'Change e-mail' }).click()
    await dialog.getByRole('textbox', { name: 'New e-mail' }).fill(`new-${maya.email}`)
    await dialog.getByRole('button', { name: 'Change e-mail' }).click()
    await reader.recognise(false)
    await touchReader(page)
    await expect(page.getByText('No passkey was used. Please try again.')).toBeVisible()
    await expectNoSeriousFindings(page)
    await reader.recognise(true)
    await touchReader(page)
    await expect(page.getByText('New e-mail address, not confirmed yet')).toBeVisible()

    await card(page).getByRole('button', { name: 'Remove Blue laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await touchReader(page)
    await expectToast(page, 'Passkey removed')
    await expect(card(page).getByText('Blue laptop')).toBeHidden()
    await expect
      .poll(async () => (await mailsTo(request, maya.email)).map(({ subject }) => subject))
      .toEqual(expect.arrayContaining(['A passkey was added to your Arcstead account', 'A passkey was removed from your Arcstead account']))

    // The device still has the key; the account does not know it any more.
    await pressPasskeyButton(page, reader)
    await expect(page.getByText('Login unsuccessful, please check your details and try again.')).toBeVisible()
    await reader.touch(false)
    await signIn(page, maya.email)
  })
}

test('a passkey among the suggestions of the e-mail field signs in', { tag: '@special' }, async ({ page, request }) => {
  const maya = await investor(request)
  await plugInAuthenticator(page)
  await startSignedIn(page, maya)
  await page.goto(paths.profile)
  await addPasskey(page, 'Laptop')
  await page.goto(paths.logout)
  // The virtual authenticator takes the first suggestion.
  await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
  await page.goto(paths.profile)
  await expect(card(page).getByText('Last used')).toBeVisible()
})

test('an account is deleted after a passkey, and after the password by choice', { tag: '@special' }, async ({ page, request }) => {
  const maya = await investor(request)
  await plugInAuthenticator(page)
  await startSignedIn(page, maya)
  await page.goto(paths.profile)
  await addPasskey(page, 'Laptop')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  const stepUp = page.getByRole('dialog', { name: 'Is it you?' })
  await stepUp.getByRole('button', { name: 'Use my password' }).click()
  await stepUp.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog').getByText('Please confirm first that it is you.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await touchReader(page)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect((await request.post('/api/auth/login', { data: { email: maya.email, password: 'Larkspur-Terrace-75' } })).status()).toBe(401)
})

test('an administrator is reminded of a passkey until there is one', { tag: '@special' }, async ({ page, request }) => {
  // Not the demo's administrator, whom other tests use without a passkey.
  const admin = await investor(request)
  await callAsAdmin(request, 'put', `user/${admin.user._id}`, { permissions: { isAdmin: true } })
  await plugInAuthenticator(page)
  await startSignedIn(page, admin)
  await page.goto(paths.admin)
  const reminder = page.getByRole('region', { name: 'Passkey' })
  await expect(reminder).toBeVisible()
  await expectNoSeriousFindings(page)
  await reminder.getByRole('link', { name: 'Add a passkey' }).click()
  await addPasskey(page, 'Office')
  await page.goto(paths.admin)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Users awaiting verification').first()).toBeVisible()
  await expect(reminder).toBeHidden()
})
