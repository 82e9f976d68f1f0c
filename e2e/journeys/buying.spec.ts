import { namedInvestors, passedCircle, test } from '../buying.ts'
import { expect } from '../journey.ts'
import { openOwnCircle, startSignedIn } from '../navigation.ts'
import { freshTitle } from '../people.ts'

test('five members buy a house, from the passed vote to the deed', async ({ request, newBrowser }) => {
  test.setTimeout(300_000)
  const title = freshTitle('Larkspur Terrace')
  const people = await namedInvestors(request, ['Omar Farouk', 'Maya Sorensen', 'Celeste Laurent', 'Jonah Abbott', 'Hector Ibarra'])
  const [omar] = people
  if (!omar) throw new Error('five members')
  await passedCircle(request, [omar, ...people.slice(1)], { title, address: '24 Ferry Court', price: 647_000, arcs: [3, 4, 2, 2, 1] })
  const omars = await newBrowser()
  await startSignedIn(omars, omar)
  await openOwnCircle(omars, title)
  await omars.getByRole('region', { name: 'Stage of this circle' }).getByRole('link', { name: 'Start buying' }).click()
  await omars.getByRole('button', { name: 'Start buying' }).click()
  await omars.getByRole('dialog').getByRole('button', { name: 'Start buying' }).click()
  await expect(omars.getByRole('heading', { level: 1, name: 'Buying 24 Ferry Court' })).toBeVisible()
  await omars.screenshot({ path: '/tmp/buying-shots/real.png', fullPage: true })
})
