import { callAs, joinCircle, makeCircle } from '../circles.ts'
import { ageArcsByOneWeek } from '../jobs.ts'
import { expect, type Page, test } from '../journey.ts'
import { chooseOption, openFromSidebar, openOwnCircle, signInFromStart } from '../navigation.ts'
import { confirmAddress, freshTitle, investor, mailsTo } from '../people.ts'
import { addProperty } from '../properties.ts'

const zones = ['America/Denver', 'Asia/Kathmandu', 'Pacific/Auckland'] as const

/** In ten days, at this hour of UTC. */
const inTenDays = (time: string): string =>
  new Date(`${new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)}T${time}Z`).toISOString()

/** "28 November 2026" and "11:25 PM MST" of a moment, calculated by Node instead of the page. */
function wordsIn(timeZone: string, at: string) {
  const format = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(new Date(at)).replaceAll('\u202F', ' ')
  const day = format('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  const [number = '', month = '', year = ''] = day.split(' ')
  const clock = format('en-US', { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  return { day, short: `${month.slice(0, 3)} ${number.padStart(2, '0')}, ${year}`, moment: `${day}, ${clock}` }
}

test('a closing is the same local day wherever a member reads it, in Denver, Kathmandu and Auckland', { tag: '@special' }, async ({
  request,
  newBrowser,
}) => {
  test.setTimeout(300_000)
  const title = freshTitle('Cedar Yard')
  const owner = await investor(request)
  const circle = await makeCircle(request, owner, { ownerInvestmentAmount: 450_000 }, { title })
  const readers: { zone: string; email: string; page: Page }[] = []
  for (const zone of zones) {
    const member = await investor(request)
    await confirmAddress(request, member)
    await joinCircle(request, member, circle, 150_000)
    const page = await newBrowser(undefined, zone)
    await signInFromStart(page, member.email)
    readers.push({ zone, email: member.email, page })
  }
  await ageArcsByOneWeek(circle._id)
  // The day before in Denver; and the day after in Kathmandu and Auckland.
  const [propertyCloses, motionCloses] = [inTenDays('06:25'), inTenDays('18:20')]
  await addProperty(request, owner, circle, '12 Cedar Yard', { closesAt: propertyCloses })
  const motion = {
    facts: { kind: 'reserve', floorCents: 100_000, emergencyCents: 50_000 },
    title: 'Paint the fence',
    text: 'It is due.',
    closesAt: motionCloses,
  }
  await callAs(request, owner.token, 'post', `app/motion/${circle._id}`, motion)

  for (const { zone, email, page } of readers) {
    await test.step(zone, async () => {
      const [property, fence] = [wordsIn(zone, propertyCloses), wordsIn(zone, motionCloses)]
      await openFromSidebar(page, 'Dashboard')
      await expect(page.getByRole('region', { name: 'Needs you' }).getByText(`Closes ${property.short}`, { exact: true })).toBeVisible()

      await openOwnCircle(page, title)
      const line = page.getByRole('region', { name: 'Stage of this circle' })
      await expect(line.getByText(`12 Cedar Yard closes on ${property.day} and waits for your vote.`)).toBeVisible()
      await page.getByRole('tab', { name: 'Vote on Properties' }).click()
      const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '12 Cedar Yard' }) })
      await expect(card.getByText(`Closes ${property.moment}`)).toBeVisible()
      await card.getByRole('button', { name: /^Reasons and discussion/ }).click()
      const panel = page.getByRole('dialog', { name: '12 Cedar Yard' })
      await expect(panel.getByText(`Closes ${property.moment}`).first()).toBeVisible()
      await page.keyboard.press('Escape')

      await page.getByRole('tab', { name: /^Motions/ }).click()
      await expect(page.getByText(`closes ${fence.day}`)).toBeVisible()
      await page.getByRole('link', { name: 'Paint the fence' }).click()
      await expect(page.getByText(`Closes ${fence.moment}`).first()).toBeVisible()

      const mailed = async (words: string) =>
        (await mailsTo(request, email)).some(({ text }) => text.replaceAll(/\s+/g, ' ').includes(`closes on ${words}`))
      await expect.poll(() => mailed(property.moment), { timeout: 30_000 }).toBe(true)
      await expect.poll(() => mailed(fence.moment), { timeout: 30_000 }).toBe(true)
    })
  }

  // A chosen zone holds on every device, also in one whose clock differs.
  const denver = readers[0]?.page
  if (!denver) throw new Error('nobody reads in Denver')
  await openFromSidebar(denver, 'My Profile')
  await expect(denver.getByLabel('Time zone')).toHaveValue('America/Denver')
  await chooseOption(denver, 'Time zone', 'Pacific/Auckland')
  await denver.getByRole('button', { name: 'Save changes' }).click()
  await expect(denver.getByText('Profile saved')).toBeVisible()
  await openOwnCircle(denver, title)
  const there = wordsIn('Pacific/Auckland', propertyCloses)
  await expect(denver.getByRole('region', { name: 'Stage of this circle' }).getByText(`closes on ${there.day} and waits`)).toBeVisible()
})
