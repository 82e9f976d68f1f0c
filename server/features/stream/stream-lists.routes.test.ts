import { expect } from 'vitest'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { buyArcs, createCircle, openStream, startSecondProcess } from '#server/testing/streams.ts'
import { test } from '#server/testing/test-app.ts'

test('only pages with a list of circles receive list events, which do not name the circle', async ({ testApp }) => {
  const [owner, visitor, admin] = await Promise.all([testApp.seed.investor(), testApp.seed.investor(), testApp.seed.admin()])
  const { url } = await startSecondProcess(testApp)
  const [grid, elsewhere] = await Promise.all([openStream(url, visitor, '?list=true'), openStream(url, visitor)])
  await Promise.all([grid.next(), elsewhere.next()])
  const listChanged = async () => expect(await grid.next()).toMatchObject({ event: 'list', data: { circle: null } })

  const circle = await createCircle(testApp, owner)
  await listChanged()
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { title: 'Another name' })
  await listChanged()
  await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { hideCircle: true })
  await listChanged()
  await testApp.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`, { title: 'Another name' })
  await listChanged()
  // The first event of the other page is its own.
  await buyArcs(testApp, visitor, await createCircle(testApp, owner))
  expect((await elsewhere.next()).event).not.toBe('list')
})

test('many changes within a moment are sent as few events', async ({ testApp }) => {
  const [owner, visitor] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const { url } = await startSecondProcess(testApp)
  const [grid, owners] = await Promise.all([openStream(url, visitor, '?list=true'), openStream(url, owner)])
  await Promise.all([grid.next(), owners.next()])
  const changes = 30
  await testApp.db.transaction().execute(async (tx) => {
    for (let change = 0; change < changes; change++) await publishCircleChange(tx, owner._id, 'circle', owner._id)
  })
  for (let change = 0; change < changes; change++) await owners.next()
  // The person's own event comes after every earlier list event.
  await testApp.db.updateTable('users').set({ first_name: 'Last' }).where('id', '=', visitor._id).execute()
  const received: string[] = []
  while (received.at(-1) !== 'self') received.push((await grid.next()).event)
  expect(received.filter((event) => event === 'list').length).toBeLessThan(changes / 2)
})

test('a page that refetches the map after an event sees the change, even if another process wrote it', async ({ testApp }) => {
  const owner = await testApp.seed.investor()
  const { url } = await startSecondProcess(testApp)
  const total = async () => {
    const answer = await fetch(`${url}/api/public/circle?view=map&zoom=4`)
    return ((await answer.json()) as { data: { total: number } }).data.total
  }
  const stream = await openStream(url, owner)
  await stream.next()
  for (let circles = 0; circles < 3; circles++) {
    const before = await total()
    const made = createCircle(testApp, owner)
    expect((await stream.next()).event).toBe('circle')
    expect(await total()).toBe(before + 1)
    await made
  }
})
