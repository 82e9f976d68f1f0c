import { afterEach, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { circleForm } from './circle-form.ts'
import type { House } from './house.ts'
import { ledgerProblems } from './ledger-problems.ts'
import type { Person } from './seed.ts'

/** After every test of a file that touches money, the books agree. */
export const keepBooks = (): void => {
  afterEach<{ house: House }>(async ({ house }) => expect(await ledgerProblems(house.databaseUrl)).toEqual([]))
}

export const createCircle = async (house: House, owner: Person, criteria: object = {}): Promise<Circle> =>
  (await house.call(owner, 'POST', 'app/circle', circleForm({ ...criteria }))).data<Circle>()

export const buyArcs = (
  house: House,
  buyer: Person,
  circle: Circle,
  investmentAmount: unknown = 75_000,
  headers: Readonly<Record<string, string>> = {},
) => house.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount, isOwner: false }, headers)

/** Two halves of $100,000: the owner's, and one that `buyer` takes. */
export async function fullCircle(house: House): Promise<{ circle: Circle; owner: Person; buyer: Person }> {
  const [owner, buyer] = await Promise.all([house.seed.investor(), house.seed.investor()])
  const circle = await createCircle(house, owner, { totalTargetSize: 100_000, minimumShareSize: '1/2', ownerInvestmentAmount: 50_000 })
  await buyArcs(house, buyer, circle, 50_000)
  return { circle, owner, buyer }
}
