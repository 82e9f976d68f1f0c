import { callAs, makeCircle } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, storedToken, test, walks } from '../journey.ts'
import {
  cardOf,
  confirmDialog,
  expectOnDashboard,
  findInGrid,
  openFromSidebar,
  openOwnCircle,
  signInByForm,
  startSignedIn,
} from '../navigation.ts'
import { asAdmin, freshEmail, freshTitle, investor, mailedLink, mailsTo, whoIs } from '../people.ts'
import { addProperty } from '../properties.ts'
import { register } from '../registration.ts'
import { walkToReview } from '../wizard.ts'

test.describe.configure({ timeout: 240_000 })

const invitationTo = (page: Page, email: string) =>
  page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: email })

for (const { width, tag } of walks)
  test(`an owner invites three people and follows their states at ${width} px`, { tag: [...tag, '@special'] }, async ({
    page,
    request,
    newBrowser,
  }) => {
    const owner = await investor(request)
    const title = freshTitle('Clear Creek Lofts')
    const circle = await makeCircle(request, owner, {}, { title })
    const [stranger, member, silent] = [freshEmail(), await investor(request), freshEmail()]
    await startSignedIn(page, owner)
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('main').getByRole('link', { name: title }).first().click()
    await page.getByRole('tab', { name: 'Members' }).click()

    await test.step('invites', async () => {
      await page.getByRole('button', { name: 'Invite by e-mail' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite people' })
      await dialog.getByLabel('E-mail addresses').fill(`${stranger}, ${member.email}\nnobody`)
      await dialog.getByLabel('Note').fill('Shall we do this together?')
      await dialog.getByRole('button', { name: 'Send invitations' }).click()
      await expect(dialog.getByText('This is not an e-mail address: nobody')).toBeVisible()
      await expectNoSeriousFindings(page)
      await dialog.getByLabel('E-mail addresses').fill(`${stranger}, ${member.email}\nSilent <${silent}>`)
      await dialog.getByRole('button', { name: 'Send invitations' }).click()
      await expectToast(page, '3 invitations sent')
      for (const email of [stranger, member.email, silent]) await expect(invitationTo(page, email).first()).toContainText('waiting')
      await expectNoSeriousFindings(page)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toBeHidden()
    })

    const guest = await newBrowser()
    await guest.setViewportSize({ width, height: 900 })
    await test.step('a stranger opens the link and registers', async () => {
      const link = await mailedLink(request, stranger, `/circle-public/${circle._id}`)
      const [mail] = await mailsTo(request, stranger)
      expect(mail?.text).toContain('Shall we do this together?')
      expect(mail?.text).not.toContain('$')
      await guest.goto(link)
      await expect(guest.getByText('Maya Stone invites you to this circle')).toBeVisible()
      await expect(guest.getByText(/^Started it on .* and holds 3 of its 12 arcs\.$/)).toBeVisible()
      await expect(guest.getByRole('heading', { name: 'If you say yes' })).toBeVisible()
      await expectNoSeriousFindings(guest)
      await expect(invitationTo(page, stranger)).toContainText('opened')
      await guest.getByRole('link', { name: 'Sign Up to Join' }).click()
      await expect(guest.getByLabel('Email')).toHaveValue(stranger)
      await expect(guest.getByText('Your invitation was sent to this address, so you need not confirm it.')).toBeVisible()
      await expectNoSeriousFindings(guest)
      await register(guest, { email: stranger, firstName: 'Theo', lastName: 'Lind' })
      await expect(guest).toHaveURL(/^[^?]*\/onboarding/)
      await expect(invitationTo(page, stranger)).toContainText('registered')
      await guest.getByRole('button', { name: "Let's Get Started" }).click()
      await guest.getByRole('button', { name: 'Submit & Continue' }).click()
      await expect(guest.getByText(`You were joining ${title}.`)).toBeVisible()
      await expect(guest.getByText('Please confirm your e-mail')).toHaveCount(0)
      expect((await mailsTo(request, stranger)).map(({ subject }) => subject)).not.toContain('Confirm your e-mail address for Arcstead')
      await page.reload()
      await expect(invitationTo(page, stranger)).toContainText('waits for verification')
    })

    await test.step('someone with an account joins by the link', async () => {
      const phone = await newBrowser()
      await phone.goto(await mailedLink(request, member.email, `/circle-public/${circle._id}`))
      await phone.getByRole('link', { name: 'I have an account' }).click()
      await signInByForm(phone, member.email)
      await phone.getByRole('link', { name: 'Join This Circle' }).click()
      await phone.getByRole('button', { name: 'Next: Choose Investment' }).click()
      await phone.getByRole('button', { name: 'Next: Confirm' }).click()
      await phone.getByRole('button', { name: 'Join Circle' }).click()
      await expect(phone).toHaveURL(`/circle/${circle._id}`)
      await expect(invitationTo(page, member.email)).toContainText('joined')
    })

    await test.step('reminds and withdraws', async () => {
      await page.getByRole('button', { name: `Remind ${silent}` }).click()
      await expect(page.getByRole('button', { name: `Remind ${silent}` })).toHaveCount(0)
      await expect.poll(async () => (await mailsTo(request, silent)).length, { intervals: [100] }).toBe(2)
      const link = await mailedLink(request, silent, `/circle-public/${circle._id}`)
      await page.getByRole('button', { name: `Withdraw ${silent}` }).click()
      await confirmDialog(page)
      await expect(invitationTo(page, silent)).toContainText('ended')
      await expect(page.getByRole('button', { name: `Withdraw ${silent}` })).toHaveCount(0)
      const late = await newBrowser()
      await late.goto(link)
      await expect(late.getByText('This invitation is no longer valid. Ask the person who sent it for a new one.')).toBeVisible()
      await expect(late.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })

    await test.step('once verified, the stranger lands in joining', async () => {
      const token = await storedToken(guest)
      if (!token) throw new Error('nobody is signed in')
      await asAdmin(request, 'user-verification', { user: (await whoIs(request, token))._id })
      await expect(guest).toHaveURL(new RegExp(`/join-circle/${circle._id}\\?invite=`))
      await guest.getByRole('button', { name: 'Next: Choose Investment' }).click()
      await guest.getByRole('button', { name: 'Next: Confirm' }).click()
      await guest.getByRole('button', { name: 'Join Circle' }).click()
      await expect(guest).toHaveURL(`/circle/${circle._id}`)
      await expect(invitationTo(page, stranger)).toContainText('joined')
    })
  })

test('an owner makes a private circle, which is found and joined by invitation only', { tag: '@special' }, async ({
  page,
  request,
  newBrowser,
}) => {
  const [owner, friend, outsider] = [await investor(request), await investor(request), await investor(request)]
  const title = freshTitle('Quiet Harbor')
  await startSignedIn(page, owner)
  await openFromSidebar(page, 'Create Circle')
  await page.getByRole('switch', { name: 'Private circle' }).click()
  await walkToReview(page, title)
  await expect(page.getByText('Private: members and invited people')).toBeVisible()
  await page.getByRole('button', { name: 'Create Circle' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('Hidden', { exact: true })).toBeVisible()
  const id = /circle\/([\w-]+)/.exec(page.url())?.[1] ?? ''

  await page.getByRole('tab', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Invite by e-mail' }).click()
  await page.getByLabel('E-mail addresses').fill(friend.email)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(invitationTo(page, friend.email).first()).toContainText('waiting')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  const link = await mailedLink(request, friend.email, `/circle-public/${id}`)
  const stranger = await newBrowser()
  await startSignedIn(stranger, outsider)
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'This invitation was sent to another e-mail address.' })).toBeVisible()
  await expectNoSeriousFindings(stranger)

  const guest = await newBrowser()
  await startSignedIn(guest, friend)
  await findInGrid(guest, title, 0)
  await guest.goto(link)
  await expect(guest.getByText('Maya Stone invites you to this circle')).toBeVisible()
  await guest.getByRole('link', { name: 'Join This Circle' }).click()
  await guest.getByRole('button', { name: 'Next: Choose Investment' }).click()
  await guest.getByRole('button', { name: 'Next: Confirm' }).click()
  await guest.getByRole('button', { name: 'Join Circle' }).click()
  await expect(guest).toHaveURL(`/circle/${id}`)
  await expect(invitationTo(page, friend.email)).toContainText('joined')

  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'This invitation is no longer valid.' })).toBeVisible()

  await test.step('and is shown to everyone by its owner’s own hand', async () => {
    await openOwnCircle(page, title)
    await page.getByRole('button', { name: 'Menu of this circle' }).click()
    await page.getByRole('menuitem', { name: 'Edit Circle' }).click()
    await page.getByRole('switch', { name: 'Private circle' }).click()
    for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Hidden', { exact: true })).toHaveCount(0)
    await findInGrid(stranger, title)
  })
})

test('someone follows a circle, gets a notice of a new property, and stops', { tag: '@special' }, async ({ page, request }) => {
  const [owner, person] = [await investor(request), await investor(request)]
  const title = freshTitle('Orchard Bend')
  const circle = await makeCircle(request, owner, {}, { title })
  await startSignedIn(page, person)
  await findInGrid(page, title)
  await cardOf(page, title).getByRole('link', { name: 'View Details' }).click()
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stop following' })).toBeVisible()
  await expectNoSeriousFindings(page)
  await expectOnDashboard(page, [title])
  await expect(page.getByRole('heading', { name: 'Circles You Follow' })).toBeVisible()

  await addProperty(request, owner, circle, '9 Quarry Lane')
  await page.getByRole('button', { name: /^Notices/ }).click()
  const notice = page.getByRole('link', { name: `1 property was brought to ${title}, which you follow` })
  await expect(notice).toBeVisible()
  await notice.click()
  await expect(page).toHaveURL(`/circle-public/${circle._id}`)

  await callAs(request, owner.token, 'put', `app/circle/${circle._id}`, { hideCircle: true })
  await expectOnDashboard(page, [])
  await expect(page.getByText(title)).toHaveCount(0)
  await callAs(request, owner.token, 'put', `app/circle/${circle._id}`, { hideCircle: false })
  await openFromSidebar(page, 'Find Circles')
  await expectOnDashboard(page, [title])
  await page.getByRole('button', { name: `Stop following ${title}` }).click()
  await expect(page.getByText(title)).toHaveCount(0)
})
