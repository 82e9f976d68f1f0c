import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Introduction } from '#contract/introduction.ts'
import { circleCache } from '#server/shared/circles/circle-cache.ts'
import { followCircleChanges } from '#server/shared/circles/circle-changes.ts'
import { introducedCircles } from '#server/shared/circles/introduced-circle.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const newCircle = async (testApp: TestApp, title: string) => {
  const owner = await testApp.seed.investor()
  const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm({}, { title }))).data<Circle>()
  return { owner, circle }
}

const introduced = async (testApp: TestApp) => (await testApp.call(null, 'GET', 'public/introduction')).data<Introduction>().circle

const buy = async (testApp: TestApp, circle: Circle, investmentAmount: number) =>
  testApp.call(await testApp.seed.investor(), 'POST', `app/circle-membership/${circle._id}`, { investmentAmount })

describe('the circle that visitors are shown', () => {
  test('is none while no circle is filling up', async ({ testApp }) => {
    expect(await introduced(testApp)).toBeNull()
  })

  test('is as it is at this moment, and another one when it is full, hidden or deleted', async ({ testApp }) => {
    const { circle } = await newCircle(testApp, 'Cannery Steps')
    expect(await introduced(testApp)).toEqual({
      _id: circle._id,
      title: 'Cannery Steps',
      city: 'Denver',
      totalTargetSize: 900_000,
      sharesTotal: 12,
      openArcPrices: Array.from({ length: 9 }, () => 75_000),
      holdings: [225_000],
    })
    await buy(testApp, circle, 150_000)
    expect(await introduced(testApp)).toMatchObject({ _id: circle._id, holdings: [225_000, 150_000] })
    await buy(testApp, circle, 525_000)
    expect(await introduced(testApp)).toBeNull()

    const { owner, circle: next } = await newCircle(testApp, 'Prospect Row')
    expect(await introduced(testApp)).toMatchObject({ _id: next._id })
    await testApp.call(owner, 'PUT', `app/circle/${next._id}`, { hideCircle: true })
    expect(await introduced(testApp)).toBeNull()
    await testApp.call(owner, 'PUT', `app/circle/${next._id}`, { hideCircle: false })
    expect(await introduced(testApp)).toMatchObject({ _id: next._id })
    await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/circle-delete/${next._id}`, { title: next.title })
    expect(await introduced(testApp)).toBeNull()
  })

  test('is not one of the first page, and is the same for a whole day in every process', async ({ testApp }) => {
    const made: Circle[] = []
    for (let count = 0; count < 12; count += 1) made.push((await newCircle(testApp, `Circle ${count}`)).circle)
    const older = made.slice(0, -5).map(({ _id }) => _id)
    const { db } = testApp.services
    const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']
    const shown = await Promise.all(
      days.map(async (day) => {
        const morning = introducedCircles(db, circleCache(db, followCircleChanges(db)), () => new Date(`${day}T00:10:00Z`))
        const evening = introducedCircles(db, circleCache(db, followCircleChanges(db)), () => new Date(`${day}T23:50:00Z`))
        const [first, second] = [await morning(), await evening()]
        expect(first).toEqual(second)
        return first?._id
      }),
    )
    expect(shown.filter((id) => !id || !older.includes(id))).toEqual([])
    expect(new Set(shown).size).toBeGreaterThan(1)
  })
})
