import { expect } from 'vitest'
import type { CircleOfPerson } from '#contract/membership.ts'
import { buyArcs, createCircle } from '#server/testing/ledger-checks.ts'
import { test } from '#server/testing/test-app.ts'

test('administrators see the circles of a person, as owner, member and broker; others do not', async ({ testApp }) => {
  const [admin, maya, broker] = [await testApp.seed.admin(), await testApp.seed.investor(), await testApp.seed.broker()]
  const own = await createCircle(testApp, maya)
  const joined = await createCircle(testApp, await testApp.seed.investor())
  await buyArcs(testApp, maya, joined)
  await testApp.call(admin, 'PUT', `admin/circle/${joined._id}`, { assignedBrokers: [broker._id] })
  const gone = await createCircle(testApp, maya)
  await testApp.call(admin, 'DELETE', `admin/circle-delete/${gone._id}`, { title: gone.title })
  const read = async (user: string) => (await testApp.call(admin, 'GET', `admin/user-membership/${user}`)).data<CircleOfPerson[]>()
  const circle = ({ _id, title }: typeof own) => ({ _id, title, city: 'Denver', stage: 'gathering', sharesTotal: 12 })
  expect(await read(maya._id)).toMatchObject([
    { circle: circle(own), role: 'owner', arcs: expect.any(Number) },
    { circle: circle(joined), role: 'member', arcs: 1, amount: 75_000 },
  ])
  expect(await read(broker._id)).toMatchObject([{ circle: circle(joined), role: 'broker', arcs: 0 }])
  const [, { circle: ring } = { circle: null }] = await read(maya._id)
  expect(ring).toMatchObject({ percentFunded: 33, holdings: [225_000, 75_000], target: 900_000 })
  expect(await read(admin._id)).toEqual([])
  for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'nobody'])
    expect((await testApp.call(admin, 'GET', `admin/user-membership/${id}`)).status).toBe(404)
  expect((await testApp.call(maya, 'GET', `admin/user-membership/${maya._id}`)).status).toBe(403)
})
