import type { Circle } from '#contract/circles.ts'
import { callAs, callAsAdmin, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { expect, test } from '../journey.ts'
import { cardOf, signInFromStart, startSignedIn } from '../navigation.ts'
import { freshTitle, investor } from '../people.ts'
import { addProperty, fillPropertyForm } from '../properties.ts'

test('a broker with fourteen circles finds the one that waits, answers, and brings a house to two', { tag: '@special' }, async ({
  page,
  request,
  newBrowser,
}) => {
  const [owner, broker] = [await investor(request), await newBroker(request)]
  const member = { first: await investor(request), second: await investor(request) }
  const circles: Circle[] = []
  for (let number = 1; number <= 14; number++) {
    const place = number % 2 ? {} : { location: { city: 'Golden', state: 'CO', lat: 39.7555, lng: -105.2211 } }
    const circle = await makeCircle(request, owner, {}, { title: freshTitle(`Desk Circle ${number}`), ...place })
    await callAsAdmin(request, 'put', `circle/${circle._id}`, { assignedBrokers: [broker.user._id] })
    circles.push(circle)
  }
  const [first, second] = [circles[3], circles[8]] as [Circle, Circle]
  await joinCircle(request, member.first, first, 75_000)
  await joinCircle(request, member.second, second, 75_000)
  const property = await addProperty(request, broker, first, '70 Millrace Yard')

  await test.step('what is asked comes to the open desk', async () => {
    await signInFromStart(page, broker.email)
    await expect(page).toHaveURL('/broker/circles')
    await expect(page.getByText('Nothing waits').first()).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await callAs(request, member.first.token, 'post', `app/property/${property._id}/thread`, { text: 'Is the cellar dry?' })
    await expect(page.getByText('1 waits for you')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await test.step('it is found by search and stage, and Back keeps both', async () => {
    await page.getByRole('searchbox', { name: 'Search by name or place' }).fill('golden')
    await expect(page.getByRole('button', { name: 'All 7' })).toBeVisible()
    await page.getByRole('button', { name: 'Gathering 7' }).click()
    await expect(page).toHaveURL('/broker/circles?search=golden&stage=gathering')
    await expect(cardOf(page, first.title)).toBeVisible()
    await page.getByRole('link', { name: `Manage Circle: ${second.title}` }).waitFor({ state: 'detached' })
    await cardOf(page, first.title).getByRole('link', { name: 'Manage Circle' }).click()
    await expect(page.getByRole('heading', { level: 1, name: first.title })).toBeVisible()
    await page.getByRole('link', { name: 'Go back' }).click()
    await expect(page).toHaveURL('/broker/circles?search=golden&stage=gathering')
  })

  await test.step('the line opens the discussion; once answered, nothing waits', async () => {
    await cardOf(page, first.title).getByRole('link', { name: '70 Millrace Yard: 1 question without an answer' }).click()
    await expect(page.getByRole('log').getByText('Is the cellar dry?')).toBeVisible()
    await page.getByLabel('Write to the circle').fill('Dry since 2019.')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(page.getByRole('log').getByText('Dry since 2019.')).toBeVisible()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your Circles' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Nothing waits' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
  })

  await test.step('one form brings a house to two circles', async () => {
    await page.getByRole('button', { name: 'Add Property' }).click()
    await page.getByRole('dialog', { name: 'Add Property' }).getByRole('link', { name: first.title }).click()
    await expect(page.getByText(`For ${first.title}, Golden, CO. Its members vote on it.`)).toBeVisible()
    await fillPropertyForm(page, '18 Finch Road', '950000')
    await page.getByRole('button', { name: 'Bring to several circles' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bring to several circles' })
    await expect(dialog.getByRole('checkbox', { name: first.title })).toBeChecked()
    await dialog.getByLabel('Name or place').fill(second.title)
    await expect(dialog.getByRole('checkbox', { name: /above its range/ })).toHaveCount(1)
    await dialog.getByRole('checkbox', { name: second.title }).check()
    await dialog.getByRole('button', { name: 'Bring to 2 circles' }).click()
    await expect(page).toHaveURL(new RegExp(`/broker/circle/${first._id}`))
    await expect(page.getByText('18 Finch Road was brought to 2 circles. Their members can vote on it now.')).toBeVisible()
  })

  await test.step('members of both see their copy, without a picture, and vote by themselves', async () => {
    for (const [person, circle, choice] of [
      [member.first, first, 'Ready to Invest'],
      [member.second, second, 'Veto'],
    ] as const) {
      const theirs = await newBrowser(person)
      await startSignedIn(theirs, person)
      await theirs.getByRole('complementary').getByRole('link', { name: 'Dashboard' }).click()
      await theirs.getByRole('main').getByRole('link', { name: circle.title }).first().click()
      await theirs.getByRole('tab', { name: 'Vote on Properties' }).click()
      const card = cardOf(theirs, '18 Finch Road')
      await expect(card.getByText('Denver, CO · no picture yet')).toBeVisible()
      await card.getByRole('button', { name: 'Vote on Property: 18 Finch Road' }).click()
      const modal = theirs.getByRole('dialog', { name: 'Vote on Property' })
      await modal.getByRole('radio', { name: choice }).check()
      await modal.getByRole('button', { name: 'Save Vote' }).click()
      await expect(card.getByText('Your vote')).toBeVisible()
      await expect(card.getByRole('listitem').filter({ hasText: choice })).toContainText('1 arc')
    }
  })
})
