import { expect } from 'vitest'
import { circleForm } from '#server/testing/circle-form.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { changeAwareCache } from './change-aware-cache.ts'
import { followCircleChanges } from './circle-changes.ts'

function observed({ db }: TestApp) {
  const seen = { builds: 0, running: 0, mostAtOnce: 0 }
  const cache = changeAwareCache<number>(followCircleChanges(db), { most: 10, isAffected: () => true })
  const ask = () =>
    cache.read('circles', async () => {
      seen.builds += 1
      seen.running += 1
      seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.running)
      const { count } = await db
        .selectFrom('circles')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      seen.running -= 1
      return count
    })
  return { seen, ask }
}

test('parallel callers share one build, and later ones need none', async ({ testApp }) => {
  const { seen, ask } = observed(testApp)
  await ask()
  await testApp.call(await testApp.seed.investor(), 'POST', 'app/circle', circleForm())
  await Promise.all(Array.from({ length: 50 }, ask))
  await ask()
  expect(seen).toMatchObject({ builds: 2, mostAtOnce: 1 })
})

test('a write that changed no circle costs no build', async ({ testApp }) => {
  const { seen, ask } = observed(testApp)
  await ask()
  await testApp.seed.investor()
  await ask()
  expect(seen.builds).toBe(1)
})

test('a caller after a write gets what it wrote, even while an older build is running', async ({ testApp }) => {
  const owner = await testApp.seed.investor()
  const { seen, ask } = observed(testApp)
  const before = await ask()
  for (let round = 1; round <= 5; round++) {
    const meanwhile = ask()
    await testApp.call(owner, 'POST', 'app/circle', circleForm())
    const [, after] = await Promise.all([meanwhile, ask()])
    expect(after).toBe(before + round)
  }
  expect(seen.mostAtOnce).toBe(1)
})

test('a failed build is not kept', async ({ testApp }) => {
  const cache = changeAwareCache<string>(followCircleChanges(testApp.db), { most: 10, isAffected: () => true })
  const failing = () => cache.read('key', async () => Promise.reject(new Error('the database is away')))
  await expect(failing()).rejects.toThrow('away')
  expect(await cache.read('key', async () => 'built')).toBe('built')
})
