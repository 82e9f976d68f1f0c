/**
 * A simple model of circles, money and votes that does not use the product's own rules. The product is compared with it after every step of
 * a random history.
 */
export type ModelCircle = {
  readonly key: number
  owner: number
  prices: number[]
  /** Who holds each arc; null if it is free. */
  holders: (number | null)[]
  members: Set<number>
  terms: { target: number; shares: number; ownerAmount: number }
  hasBeenJoined: boolean
  isDeleted: boolean
  votes: Map<number, string>
  waitingList: number[]
  /** Who on the waiting list was notified of free shares since someone other than the owner last bought. */
  notified: Set<number>
  sharesFreeMails: number
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

export function pricesOf(target: number, shares: number): number[] {
  const each = Math.round(target / shares)
  return [...Array<number>(shares - 1).fill(each), target - each * (shares - 1)]
}

export const freeOf = (circle: ModelCircle): number[] => circle.prices.filter((_, index) => circle.holders[index] === null)
export const isFull = (circle: ModelCircle): boolean => freeOf(circle).length === 0
export const heldBy = (circle: ModelCircle, person: number): number[] =>
  circle.prices.filter((_, index) => circle.holders[index] === person)

const giveFirstArcs = (prices: readonly number[], count: number, person: number) =>
  prices.map((_, index) => (index < count ? person : null))

export function newCircle(key: number, owner: number, target: number, shares: number, ownerArcs: number): ModelCircle {
  const prices = pricesOf(target, shares)
  return {
    key,
    owner,
    prices,
    holders: giveFirstArcs(prices, ownerArcs, owner),
    members: new Set([owner]),
    terms: { target, shares, ownerAmount: sum(prices.slice(0, ownerArcs)) },
    hasBeenJoined: false,
    isDeleted: false,
    votes: new Map(),
    waitingList: [],
    notified: new Set(),
    sharesFreeMails: 0,
  }
}

/** Each step returns the status that the API should answer, and changes the circle only on success. */
export function buy(circle: ModelCircle, person: number, amount: number): number {
  if (circle.isDeleted) return 404
  if (amount <= 0) return 400
  const free = freeOf(circle)
  if (free.length === 0 || amount > sum(free)) return 409
  const count = free.findIndex((_, index) => sum(free.slice(0, index + 1)) === amount) + 1
  if (count === 0) return 400
  for (let taken = 0; taken < count; taken++) circle.holders[circle.holders.indexOf(null)] = person
  circle.members.add(person)
  circle.hasBeenJoined ||= person !== circle.owner
  leaveWaitingList(circle, person)
  if (person !== circle.owner) circle.notified.clear()
  return 200
}

function leaveWaitingList(circle: ModelCircle, person: number): void {
  circle.waitingList = circle.waitingList.filter((waiting) => waiting !== person)
  circle.notified.delete(person)
}

function notifyWaiting(circle: ModelCircle): void {
  for (const person of circle.waitingList) {
    if (circle.notified.has(person)) continue
    circle.notified.add(person)
    circle.sharesFreeMails += 1
  }
}

function release(circle: ModelCircle, person: number): void {
  circle.holders = circle.holders.map((holder) => (holder === person ? null : holder))
  circle.members.delete(person)
  circle.votes.delete(person)
  notifyWaiting(circle)
}

export function leave(circle: ModelCircle, person: number): number {
  if (circle.isDeleted || !circle.members.has(person)) return 404
  if (isFull(circle) || person === circle.owner) return 409
  release(circle, person)
  return 204
}

export function remove(circle: ModelCircle, person: number): number {
  if (circle.isDeleted || !circle.members.has(person)) return 404
  if (person === circle.owner) return 409
  release(circle, person)
  return 204
}

export function changeTerms(circle: ModelCircle, target: number, shares: number, ownerArcs: number): number {
  if (circle.isDeleted) return 404
  const prices = pricesOf(target, shares)
  const ownerAmount = sum(prices.slice(0, ownerArcs))
  const { terms } = circle
  if (terms.target === target && terms.shares === shares && terms.ownerAmount === ownerAmount) return 200
  if (circle.hasBeenJoined) return 409
  circle.prices = prices
  circle.holders = giveFirstArcs(prices, ownerArcs, circle.owner)
  circle.terms = { target, shares, ownerAmount }
  if (!isFull(circle)) notifyWaiting(circle)
  return 200
}

export function handOver(circle: ModelCircle, to: number): number {
  if (circle.isDeleted) return 404
  if (to === circle.owner || !circle.members.has(to)) return 409
  circle.owner = to
  return 200
}

export function deleteCircle(circle: ModelCircle, by: 'owner' | 'admin'): number {
  if (circle.isDeleted) return 404
  if (by === 'owner' && isFull(circle) && circle.members.size > 1) return 409
  circle.isDeleted = true
  circle.waitingList = []
  return 204
}

export function vote(circle: ModelCircle, person: number, preference: string | null): number {
  if (circle.isDeleted || !circle.members.has(person)) return 404
  if (preference === null) circle.votes.delete(person)
  else circle.votes.set(person, preference)
  return 200
}

export function wait(circle: ModelCircle, person: number): number {
  if (circle.isDeleted) return 404
  if (circle.members.has(person) || !isFull(circle)) return 409
  if (!circle.waitingList.includes(person)) circle.waitingList.push(person)
  return 200
}

export function stopWaiting(circle: ModelCircle, person: number): number {
  if (circle.isDeleted) return 404
  leaveWaitingList(circle, person)
  return 204
}
