import { expect } from 'vitest'
import { circleForm } from '#server/testing/circle-form.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { freshCache } from './fresh-cache.ts'

function observed(testApp: TestApp) {
  const seen = { builds: 0, running: 0, mostAtOnce: 0, writes: 0 }
  const { current: ask } = freshCache({ db: testApp.db, answeredWrites: () => seen.writes }, async () => {
    seen.builds += 1
    seen.running += 1
    seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.running)
    const { rows } = await testApp.db.executeQuery(testApp.db.selectFrom('circles').select('title').compile())
    await new Promise((resolve) => setTimeout(resolve, 20))
    seen.running -= 1
    return rows.length
  })
  return { seen, ask }
}

test('parallel callers share one build, and later ones need none', async ({ testApp }) => {
  const { seen, ask } = observed(testApp)
  await Promise.all(Array.from({ length: 50 }, ask))
  await ask()
  expect(seen).toMatchObject({ builds: 1, mostAtOnce: 1 })
})

test('a write that changed no circle costs a query, not a build', async ({ testApp }) => {
  const { seen, ask } = observed(testApp)
  await ask()
  seen.writes += 1
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
    seen.writes += 1
    const [, after] = await Promise.all([meanwhile, ask()])
    expect(after).toBe(before + round)
  }
  expect(seen.mostAtOnce).toBe(1)
})

test('a failed build is not cached', async ({ testApp }) => {
  let fails = true
  const { current: ask } = freshCache({ db: testApp.db, answeredWrites: () => 0 }, async () => {
    if (fails) throw new Error('the database is away')
    return 'built'
  })
  await expect(ask()).rejects.toThrow('away')
  fails = false
  expect(await ask()).toBe('built')
})
