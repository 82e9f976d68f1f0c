import { callAsAdmin } from '../circles.ts'
import { expect, expectNoSeriousFindings, storeSession, test } from '../journey.ts'
import { investor, mailsTo } from '../people.ts'
import { walkToReview } from '../wizard.ts'

test('a circle is created, filled by two people who see each other buy, and has free shares again', async ({
  page,
  request,
  newBrowser,
}) => {
  test.setTimeout(180_000)
  const owner = await investor(request)
  await storeSession(page, owner.token)

  await test.step('the owner creates it in five steps, and a reload loses nothing', async () => {
    await page.goto('/create-circle')
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await walkToReview(page, 'Half and half', async (step) => {
      if (step === 'LOCATION') {
        await page.reload()
        await expect(page.getByLabel('City')).toHaveValue('Boise, ID')
      }
      if (step === 'FINANCIAL') await expectNoSeriousFindings(page)
    })
    // A value is beside its label, with enough room.
    const name = await page
      .getByRole('term')
      .filter({ hasText: /^Title$/ })
      .boundingBox()
    const value = await page.getByRole('definition').filter({ hasText: 'Half and half' }).boundingBox()
    expect(value?.width).toBeGreaterThan(150)
    expect(value?.x).toBeGreaterThanOrEqual((name?.x ?? 0) + (name?.width ?? 0))
    await page.getByRole('button', { name: 'Create Circle' }).click()
    await expect(page.getByRole('heading', { name: 'Half and half' })).toBeVisible()
    await expect(page.getByText('33% funded').first()).toBeVisible()
  })
  const circleId = /circle\/([\w-]+)/.exec(page.url())?.[1] ?? ''

  const others = await Promise.all([investor(request), investor(request)])
  const [first, second] = [await newBrowser(others[0]), await newBrowser(others[1])]

  await test.step('two people see the free shares; one buys, the other sees it', async () => {
    for (const window of [first, second]) {
      await window.goto(`/join-circle/${circleId}`)
      await window.getByRole('button', { name: 'Next: Choose Investment' }).click()
      await expect(window.getByText('1 of 2 available')).toBeVisible()
    }
    await second.getByRole('radio', { name: /2 shares/ }).check()
    await expect(second.getByText('2 of 2 available')).toBeVisible()
    await first.getByRole('button', { name: 'Next: Confirm' }).click()
    await expectNoSeriousFindings(first)
    await first.getByRole('button', { name: 'Join Circle' }).click()
    await expect(first.getByText('67% funded').first()).toBeVisible()
    await expect(page.getByText('67% funded').first()).toBeVisible()
    await expect(second.getByText('1 of 1 available')).toBeVisible()
  })

  await test.step('the last share completes it to the dollar, for everyone who looks', async () => {
    await second.getByRole('button', { name: 'Next: Confirm' }).click()
    await expect(second.getByRole('button', { name: 'Join Circle' })).toBeVisible()
    await expect(second.getByText('$33,334')).toBeVisible()
    // The live update that nothing is left reaches the buyer before the answer, and must not look like someone else's purchase.
    await second.route(`**/api/app/circle-membership/${circleId}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      const news = second.waitForResponse(
        async (response) => /app\/circle\//.test(response.url()) && /"openArcPrices":\[\]/.test(await response.text()),
      )
      const answer = await route.fetch()
      await news
      // After two frames the page has rendered the update.
      await second.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await route.fulfill({ response: answer })
    })
    await second.getByRole('button', { name: 'Join Circle' }).click()
    for (const window of [page, first, second]) await expect(window.getByText('100% funded').first()).toBeVisible()
    await second.getByRole('tab', { name: 'Financials' }).click()
    await expect(second.getByText('the group can proceed with acquisition')).toBeVisible()
    await second.getByRole('link', { name: 'My statement' }).click()
    await expect(second.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible()
    await expect(second.getByRole('row', { name: /Joined 1 \$33,334 \$33,334/ })).toBeVisible()
    await expectNoSeriousFindings(second)
    await second.goBack()
  })

  await test.step('someone is on the waiting list, a member is removed, and the mail arrives', async () => {
    const waiting = await investor(request)
    const window = await newBrowser(waiting)
    await window.goto(`/circle-public/${circleId}`)
    await window.getByRole('button', { name: 'Tell me when arcs come free' }).click()
    await expect(window.getByText('1 person is waiting. Arcs go to the first who joins.')).toBeVisible()
    const members = await callAsAdmin<{ _id: string; isOwner: boolean }[]>(request, 'get', `circle-membership/${circleId}`)
    const member = members.find((each) => !each.isOwner)
    await callAsAdmin(request, 'delete', `circle-membership/${member?._id}`)
    await expect(page.getByText('67% funded').first()).toBeVisible()
    await expect
      .poll(async () => (await mailsTo(request, waiting.email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^1 arc came free/))
  })
})
