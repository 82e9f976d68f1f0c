import { makeCircle } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, test, walks } from '../journey.ts'
import { cardOf, findInGrid, openFromSidebar, startSignedIn } from '../navigation.ts'
import { confirmAddress, freshEmail, freshTitle, investor, mailsTo } from '../people.ts'
import { addProperty } from '../properties.ts'
import { walkToReview } from '../wizard.ts'

test.describe.configure({ timeout: 240_000 })

for (const { width, tag } of walks)
  test(`a new owner invites three people by the first steps alone at ${width} px`, { tag }, async ({ page, request, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await startSignedIn(page, await investor(request))
    await page.setViewportSize({ width, height: 900 })
    const title = freshTitle('Clear Creek Lofts')
    await page.getByRole('link', { name: 'Create Circle' }).first().click()
    await walkToReview(page, title)
    await page.getByRole('button', { name: 'Create Circle' }).click()
    await expect(page).toHaveURL(/\/circle\/[\w-]+$/)
    await expectToast(page, 'Your circle is created')
    const steps = page.getByRole('region', { name: 'First steps' })
    const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name })
    await expect(steps.getByText('Four things that help a circle fill. Each ticks itself.')).toBeVisible()
    await expect(page.getByText('Owner', { exact: true })).toBeVisible()
    await expectNoSeriousFindings(page)

    await test.step('Back does not return into the wizard', async () => {
      await page.goBack()
      await expect(page).toHaveURL('/')
      await page.goForward()
      await expect(page).toHaveURL(/\/circle\/[\w-]+$/)
    })

    await test.step('invites three people', async () => {
      const emails = [freshEmail(), freshEmail(), freshEmail()]
      await steps.getByRole('button', { name: 'Invite people' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite people' })
      await dialog.getByLabel('E-mail addresses').fill(emails.join(', '))
      await dialog.getByRole('button', { name: 'Send invitations' }).click()
      await expectToast(page, '3 invitations sent')
      for (const email of emails) {
        await expect(dialog.getByRole('listitem').filter({ hasText: email })).toContainText('waiting')
        await expect.poll(async () => (await mailsTo(request, email)).length, { intervals: [100] }).toBe(1)
      }
      await expectNoSeriousFindings(page, '[role=dialog]')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(step('Invite people')).toContainText('3 invited.')
    })

    await test.step('reads the rules, and comes back', async () => {
      await step('Read the decision rules').getByRole('link', { name: 'Open the rules' }).click()
      const charter = page.getByRole('dialog', { name: 'The circle’s charter' })
      await expect(charter.getByText(/^Version 1/)).toBeVisible()
      await expect(charter.getByRole('button', { name: /^I agree/ })).toHaveCount(0)
      await charter.getByRole('button', { name: 'Close' }).last().click()
      await page.getByRole('tab', { name: 'Overview' }).click()
      await expect(step('Read the decision rules')).toContainText('Opened')
    })

    await test.step('shares the page', async () => {
      await step('Share the public page').getByRole('button', { name: 'Copy link' }).click()
      await expect(step('Share the public page')).toContainText('Shared')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/circle-public\/[\w-]+$/)
      await expect(steps.getByText('Three are done, one is left.')).toBeVisible()
    })

    await test.step('puts the card away, and brings it back from the menu', async () => {
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/first-steps') && answer.request().method() === 'PUT')
      await steps.getByRole('button', { name: 'Put away' }).click()
      await expect(steps).toHaveCount(0)
      // A reload within the same moment would cancel the request.
      await saved
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(steps).toHaveCount(0)
      await page.getByRole('button', { name: 'Menu of this circle' }).click()
      await page.getByRole('menuitem', { name: 'First steps' }).click()
      await expect(steps.getByRole('listitem')).toHaveCount(4)
    })
  })

for (const { width, tag } of walks)
  test(`someone joins, reads what they hold, and does not come back into the steps at ${width} px`, { tag }, async ({ page, request }) => {
    const [owner, member] = [await investor(request), await investor(request)]
    await confirmAddress(request, member)
    const title = freshTitle('Larkspur Terrace')
    const circle = await makeCircle(request, owner, {}, { title })
    await addProperty(request, owner, circle, '920 Juniper Road')
    await startSignedIn(page, member)
    await findInGrid(page, title)
    await page.setViewportSize({ width, height: 900 })
    await cardOf(page, title).getByRole('link', { name: 'View Details' }).click()
    await page.getByRole('link', { name: 'Join This Circle' }).first().click()
    await page.getByRole('button', { name: 'Next: Choose Investment' }).click()
    await page.getByRole('radio', { name: /2 shares/ }).check()
    await page.getByRole('button', { name: 'Next: Confirm' }).click()
    // The page must have something to show in every frame from here to the circle: words, or the shapes of what is loading.
    await page.evaluate(() => {
      const blank: string[] = []
      Object.assign(window, { blank })
      const look = () => {
        const main = document.querySelector('main')
        if (!main || (main.textContent.trim() === '' && !main.querySelector('[role=status]'))) blank.push(window.location.pathname)
        requestAnimationFrame(look)
      }
      look()
    })
    await page.getByRole('button', { name: 'Join Circle' }).click()
    await expect(page).toHaveURL(`/circle/${circle._id}`)
    const panel = page.getByRole('region', { name: 'You are in' })
    await expect(panel.getByText('2 arcs, $150,000, 16.67%')).toBeVisible()
    await expect(panel.getByText('920 Juniper Road: voting is open.')).toBeVisible()
    await expect(panel.getByText('Your 2 arcs count here.')).toBeVisible()
    await expect(panel.getByText('When 7 more arcs are held')).toBeVisible()
    await expectNoSeriousFindings(page)
    expect(await page.evaluate(() => (window as unknown as { blank: string[] }).blank)).toEqual([])

    await test.step('the mail has the same facts, and a link to leave', async () => {
      const mails = async () => (await mailsTo(request, member.email)).filter(({ subject }) => subject === `You hold 2 arcs of ${title}`)
      await expect.poll(async () => (await mails()).length, { intervals: [100] }).toBe(1)
      const text = (await mails())[0]?.text ?? ''
      for (const fact of ['2 of 12', '$150,000', '16.67%', 'Version 1', `/circle/${circle._id}?tab=members`]) expect(text).toContain(fact)
    })

    await test.step('Back and Forward do not open the steps of joining', async () => {
      await page.goBack()
      await expect(page).toHaveURL(`/circle-public/${circle._id}`)
      await page.goForward()
      await expect(page).toHaveURL(`/circle/${circle._id}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await page.goForward()
      await expectToast(page, 'You already hold 2 arcs here. To take more, open Financials.')
      await expect(page).toHaveURL(`/circle/${circle._id}`)
    })

    await test.step('the panel is gone on the next visit', async () => {
      await page.goto(`/circle/${circle._id}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText('Member', { exact: true }).first()).toBeVisible()
      await expect(panel).toHaveCount(0)
    })
    if (width > 1000) await openFromSidebar(page, 'Dashboard')
  })
