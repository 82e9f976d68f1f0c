import type { Locator } from '@playwright/test'
import { callAs, makeCircle } from '../circles.ts'
import { waitLongest } from '../jobs.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, storeSession, test } from '../journey.ts'
import { openFromSidebar, startAsAdmin } from '../navigation.ts'
import { confirmAddress, freshName, freshTitle, investor, mailsTo, newUser, signIn } from '../people.ts'
import { smallPicture } from '../pictures.ts'

test.describe.configure({ timeout: 300_000 })

/** Presses Tab until this has the focus, as people do. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 120; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('an administrator decides on ten waiting people with the keyboard, and undoes one', { tag: '@special' }, async ({ page, request }) => {
  const people: { readonly name: string; readonly id: string; readonly email: string }[] = []
  for (const [order, start] of ['Ada', 'Bo', 'Cleo', 'Dev', 'Edda', 'Finn', 'Gil', 'Hana', 'Iris', 'Jo'].entries()) {
    const someone = await newUser(request)
    await confirmAddress(request, someone)
    const name = freshName(start)
    await callAs(request, someone.token, 'post', `app/user/${someone.user._id}`, { firstName: name, verificationRequested: true })
    // Of every second one there is nothing to go by.
    if (order % 2 === 0) await callAs(request, someone.token, 'put', 'app/user-verification', { note: 'Call me any time.' })
    await waitLongest(someone.user._id, order)
    people.push({ name, id: someone.user._id, email: someone.email })
  }
  const heading = (name: string) => page.getByRole('heading', { level: 1, name: new RegExp(name) })

  await startAsAdmin(page)
  await openFromSidebar(page, 'User Management')
  await openFromSidebar(page, 'Overview')
  const [first, second, third] = people as [(typeof people)[number], ...typeof people]
  if (!second || !third) throw new Error('ten people are waiting')
  await expect(page.getByRole('button', { name: /Verify/ })).toHaveCount(0)
  await expectNoSeriousFindings(page)
  await pressOn(page, page.getByRole('link', { name: `Start with ${first.name} Stone` }))

  // To and fro with the arrow keys: the new name has the focus.
  await expect(heading(first.name)).toBeFocused()
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await expect(heading(second.name)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(heading(third.name)).toBeFocused()
  await expect(page.getByText(/^3 of \d+$/)).toBeVisible()
  await expectNoSeriousFindings(page)
  for (const { name } of [second, first]) {
    await page.keyboard.press('ArrowLeft')
    await expect(heading(name)).toBeFocused()
  }

  for (const [order, { name }] of people.entries()) {
    await expect(heading(name)).toBeFocused()
    await pressOn(page, page.getByRole('button', { name: 'Verify User' }))
    const dialog = page.getByRole('dialog', { name: new RegExp(`^Verify ${name}`) })
    if (order === 0) await expectNoSeriousFindings(page)
    if (order % 2 === 1) await expect(dialog.getByRole('button', { name: 'Ask for more' })).toBeFocused()
    if (order === 1) {
      await page.keyboard.press('Enter')
      const question = page.getByLabel('What do you need?')
      await expect(question).toBeFocused()
      // In a field the arrow keys move the cursor only.
      await page.keyboard.type('A page with your name')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowRight')
      await expect(heading(name)).toBeVisible()
      await pressOn(page, page.getByRole('button', { name: 'Send question' }))
      await expectToast(page, 'Question sent')
    } else {
      await pressOn(page, dialog.getByRole('button', { name: 'Verify User' }))
      await expectToast(page, 'User verified')
    }
    if (order === 4) {
      // The next person is there already; the offer to undo stays for ten seconds.
      const undo = page
        .getByRole('status')
        .filter({ hasText: `${name} Stone is verified` })
        .getByRole('button', { name: 'Undo' })
      await expect(heading(people[5]?.name ?? '')).toBeFocused()
      await undo.focus()
      await page.keyboard.press('Enter')
      await expectToast(page, `${name} Stone waits again. No mail had been sent.`)
      // Back to them and on again, by the queue. The heading has the focus after a toast that is gone.
      await tabTo(page, page.getByRole('button', { name: 'Previous' }))
      await page.keyboard.press('ArrowLeft')
      await expect(heading(name)).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(heading(people[5]?.name ?? '')).toBeFocused()
    }
  }
  // The tenth was decided on: someone else is next, or the queue has ended.
  await expect(heading(people[9]?.name ?? '')).toHaveCount(0)
  const search = page.getByRole('searchbox', { name: 'Search users' })
  for (const [order, { email }] of people.entries()) {
    await openFromSidebar(page, 'Users')
    await search.fill(email)
    await search.press('Enter')
    const isWaiting = order === 1 || order === 4
    await expect(page.getByRole('row').filter({ hasText: email })).toContainText(isWaiting ? 'Awaiting verification' : /(?<!Not )Verified/)
  }
  for (const { email } of people)
    expect((await mailsTo(request, email)).map(({ subject }) => subject)).not.toContain('Your Arcstead account is verified')
})

test('documents open large beside the decision, and can be turned and zoomed', { tag: '@special' }, async ({
  page,
  request,
  newBrowser,
}) => {
  const someone = await newUser(request)
  await confirmAddress(request, someone)
  await callAs(request, someone.token, 'post', `app/user/${someone.user._id}`, { verificationRequested: true })
  const theirs = await newBrowser()
  await storeSession(theirs, someone.token)
  await theirs.goto('/')
  await theirs.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click()
  await theirs
    .getByLabel('Documents', { exact: true })
    .setInputFiles({ name: 'Passport.png', mimeType: 'image/png', buffer: smallPicture() })
  await expect(theirs.getByText('not sent yet')).toBeVisible()
  await theirs.getByRole('button', { name: 'Send to our team' }).click()
  await expectToast(theirs, 'Sent to our team')

  await startAsAdmin(page)
  await openFromSidebar(page, 'User Management')
  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.fill(someone.email)
  await search.press('Enter')
  await page.getByRole('row').filter({ hasText: someone.email }).getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('link', { name: /^Review what/ }).click()
  await page.getByRole('button', { name: 'Open Passport.png' }).click()
  await expect(page.getByRole('img', { name: 'Passport.png' })).toBeVisible()
  await expect(page.getByText('Passport.png added')).toBeVisible()
  await page.getByRole('button', { name: 'Turn right' }).click()
  await page.getByRole('button', { name: 'Larger' }).click()
  await expect(page.getByText('150%')).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.keyboard.press('r')
  await page.keyboard.press('-')
  await expect(page.getByText('100%')).toBeVisible()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
})

test('an administrator ends a session of a person, and deletes a circle with commitments by typing its title', { tag: '@special' }, async ({
  page,
  request,
  newBrowser,
}) => {
  const owner = await investor(request)
  const title = freshTitle('Typed House')
  await makeCircle(request, owner, {}, { title })
  const theirs = await newBrowser()
  await storeSession(theirs, await signIn(request, owner.email))
  await theirs.goto('/')
  await expect(theirs.getByRole('button', { name: 'Open user menu' })).toBeVisible()

  await startAsAdmin(page)
  await openFromSidebar(page, 'User Management')
  const search = page.getByRole('searchbox', { name: 'Search users' })
  await search.fill(owner.email)
  await search.press('Enter')
  await page.getByRole('row').filter({ hasText: owner.email }).getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('tab', { name: 'Sessions 2' }).click()
  await expect(page).toHaveURL(/\?tab=sessions$/)
  await expectNoSeriousFindings(page)
  await page
    .getByRole('button', { name: /^End session/ })
    .first()
    .click()
  await expectToast(page, 'Session ended')
  await expect(page.getByRole('tab', { name: 'Sessions 1' })).toBeVisible()
  await page.getByRole('button', { name: 'End all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all' }).click()
  await expectToast(page, 'All sessions ended')
  // Their open page is a visitor's at once.
  await expect(theirs.getByRole('button', { name: 'Open user menu' })).toHaveCount(0)

  await page.getByRole('tab', { name: 'Audit' }).click()
  await expect(page.getByText('Session ended by admin').first()).toBeVisible()
  await expectNoSeriousFindings(page)

  await page.getByRole('tab', { name: 'Circles 1' }).click()
  await expectNoSeriousFindings(page)
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Circles 1', selected: true })).toBeVisible()
  await page.getByRole('link', { name: /^Go back/ }).click()
  await expect(page).toHaveURL(`/admin/user-management?search=${encodeURIComponent(owner.email)}`)

  await openFromSidebar(page, 'Circles')
  const circles = page.getByRole('searchbox', { name: 'Search circles' })
  await circles.fill(title)
  await circles.press('Enter')
  await page.getByRole('link', { name: `View ${title}` }).click()
  await page.getByRole('button', { name: 'Delete Circle' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('$')
  await dialog.getByLabel('Type the title of the circle').fill(title.slice(0, -1))
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await dialog.getByLabel('Type the title of the circle').fill(title)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'No circles found' })).toBeVisible()
  await expect(page).toHaveURL(`/admin/circle-management?search=${encodeURIComponent(title).replaceAll('%20', '+')}`)
})
