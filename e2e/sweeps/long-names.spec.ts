import { paths } from '#contract/paths.ts'
import { callAs, makeCircle } from '../circles.ts'
import { expect, test } from '../journey.ts'
import { adminEmail, investor, sharedSession } from '../people.ts'

const phone = { width: 390, height: 844 }

test('names without spaces stay inside the page on a phone', async ({ request, newBrowser }) => {
  const [owner, name] = [await investor(request), 'Wolfeschlegelsteinhausenberger'.repeat(4).slice(0, 100)]
  await callAs(request, owner.token, 'post', `app/user/${owner.user._id}`, { firstName: name, lastName: name })
  const criteria = { totalTargetSize: 999_999_999, minimumShareSize: '1/3', ownerInvestmentAmount: 333_333_333 }
  const circle = await makeCircle(request, owner, criteria, { title: `${name.slice(0, 80)}${Date.now()}` })
  const ofCircle = [
    paths.circle,
    paths.circleMembers,
    paths.circleFinancials,
    paths.circleStatement,
    paths.circleConversation,
    paths.compare,
    paths.circlePublic,
  ]
  const ofAdmin = [
    paths.adminManageUser(owner.user._id),
    `${paths.adminUsers}?search=${name}`,
    `${paths.adminCircles}?search=${name.slice(0, 80)}`,
    ...['overview', 'members'].map((tab) => `${paths.adminCircle(circle._id)}?tab=${tab}`),
    paths.adminManageCircle(circle._id),
  ]
  for (const { token, addresses } of [
    { token: owner.token, addresses: ofCircle.map((path) => path(circle._id)) },
    { token: await sharedSession(request, adminEmail), addresses: ofAdmin },
  ]) {
    const page = await newBrowser({ token })
    await page.setViewportSize(phone)
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('main').getByText(name.slice(0, 80)).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(phone.width)
    }
  }
})
