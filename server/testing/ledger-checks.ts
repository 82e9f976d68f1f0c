import { afterEach, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { circleForm } from './circle-form.ts'
import { ledgerProblems } from './ledger-problems.ts'
import type { Person } from './seed.ts'
import type { TestApp } from './test-app.ts'

/** For test files that change money: checks the ledger after every test. */
export const checkLedgerAfterEach = (): void => {
  afterEach<{ testApp: TestApp }>(async ({ testApp }) => expect(await ledgerProblems(testApp.databaseUrl)).toEqual([]))
}

export const createCircle = async (testApp: TestApp, owner: Person, criteria: object = {}): Promise<Circle> =>
  (await testApp.call(owner, 'POST', 'app/circle', circleForm({ ...criteria }))).data<Circle>()

export const buyArcs = (
  testApp: TestApp,
  buyer: Person,
  circle: Circle,
  investmentAmount: unknown = 75_000,
  headers: Readonly<Record<string, string>> = {},
) => testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount, isOwner: false }, headers)

/** Two halves of $100,000: one is the owner's, the other the buyer's. */
export async function fullCircle(
  testApp: TestApp,
  /** While the second half is free. */
  before: (circle: Circle, owner: Person) => Promise<unknown> = async () => {},
): Promise<{ circle: Circle; owner: Person; buyer: Person }> {
  const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
  const circle = await createCircle(testApp, owner, { totalTargetSize: 100_000, minimumShareSize: '1/2', ownerInvestmentAmount: 50_000 })
  await before(circle, owner)
  await buyArcs(testApp, buyer, circle, 50_000)
  return { circle, owner, buyer }
}
