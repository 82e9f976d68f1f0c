import { callAs, makeCircle } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, test, walks } from '../journey.ts'
import { openFromSidebar, startAsAdmin, verifyUser } from '../navigation.ts'
import { freshEmail, freshName, freshTitle, investor, mailedLink } from '../people.ts'
import { smallPicture } from '../pictures.ts'
import { register } from '../registration.ts'

test.describe.configure({ timeout: 240_000 })

for (const { width, tag } of walks)
  test(`a stranger understands, registers, is verified with a document and joins the circle of the invitation at ${width} px`, {
    tag,
  }, async ({ page, request, newBrowser }) => {
    await page.setViewportSize({ width, height: 844 })
    const owner = await investor(request)
    const title = freshTitle('Cherry Creek Row')
    const circle = await makeCircle(request, owner, {}, { title })
    const [email, firstName] = [freshEmail(), freshName('Theo')]

    await test.step('understands', async () => {
      await page.goto('/')
      const card = page.getByRole('region', { name: 'What a circle is' })
      await expect(card).toContainText('A circle is a few people who buy one property together.')
      await card.getByRole('link', { name: 'See a circle filling up' }).click()
      await expect(page.getByRole('link', { name: 'Sign Up to Join' })).toBeVisible()
    })

    await test.step('is invited and registers', async () => {
      await callAs(request, owner.token, 'post', `app/circle/${circle._id}/invitation`, { emails: [email] })
      await page.goto(await mailedLink(request, email, `/circle-public/${circle._id}`))
      await expect(page.getByText('Maya Stone invites you to this circle')).toBeVisible()
      await page.getByRole('link', { name: 'Sign Up to Join' }).click()
      await register(page, { email, firstName, lastName: 'Lind' })
      await expect(page).toHaveURL(/^[^?]*\/onboarding/)
    })

    await test.step('goes on where the wish leads; the link has confirmed the address', async () => {
      await page.getByRole('button', { name: "Let's Get Started" }).click()
      await page.getByRole('button', { name: 'Submit & Continue' }).click()
      await expect(page.getByText(`You were joining ${title}.`)).toBeVisible()
    })

    await test.step('gives a document to go by', async () => {
      const file = { name: 'Licence.png', mimeType: 'image/png', buffer: smallPicture() }
      await page.getByLabel('Documents', { exact: true }).setInputFiles(file)
      await expect(page.getByText('not sent yet')).toBeVisible()
      await page.getByRole('button', { name: 'Send to our team' }).click()
      await expectToast(page, 'Sent to our team')
      await expectNoSeriousFindings(page)
    })

    await test.step('is verified by an administrator who has seen it', async () => {
      const admins = await newBrowser()
      await startAsAdmin(admins)
      await openFromSidebar(admins, 'User Management')
      await openFromSidebar(admins, 'Overview')
      const row = admins.getByRole('main').getByRole('listitem').filter({ hasText: email })
      await row.getByRole('link', { name: `Review ${firstName}` }).click()
      await admins.getByRole('button', { name: 'Open Licence.png' }).click()
      await expect(admins.getByRole('img', { name: 'Licence.png' })).toBeVisible()
      await verifyUser(admins)
      await expectToast(admins, 'User verified')
    })

    await test.step('joins', async () => {
      await expect(page).toHaveURL(new RegExp(`/join-circle/${circle._id}\\?invite=`), { timeout: 25_000 })
      await page.getByRole('button', { name: 'Next: Choose Investment' }).click()
      await page.getByRole('button', { name: 'Next: Confirm' }).click()
      await page.getByRole('button', { name: 'Join Circle' }).click()
      await expect(page).toHaveURL(`/circle/${circle._id}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })
  })
