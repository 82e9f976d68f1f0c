/**
 * A simple model of a circle's calls and of what its members pay, in whole cents, that does not use the product's own rules. The product is
 * compared with it after every step of a random history.
 */
export type ModelCall = {
  readonly kind: 'purchase' | 'further'
  readonly asked: readonly number[]
  readonly paid: number[]
  isOver: boolean
}

/** Which arcs of which calls a payment filled. */
type Filled = { readonly call: ModelCall; readonly arc: number; readonly cents: number }

export type ModelPayment = {
  readonly payer: number
  readonly by: number
  readonly cents: number
  words: Set<number>
  state: 'waiting' | 'counted' | 'returned' | 'withdrawn'
  filled: readonly Filled[]
  /** The number of the purchase that was going on when it counted; null without one. */
  during: number | null
  /** The record that the bank took it back. */
  taken: { readonly by: number; readonly words: Set<number> } | null
}

export type ModelSent = { readonly to: number; readonly by: number; readonly cents: number; state: 'waiting' | 'booked' | 'withdrawn' }

export type Model = {
  readonly prices: readonly number[]
  readonly holders: readonly number[]
  calls: ModelCall[]
  payments: ModelPayment[]
  sent: ModelSent[]
  /** What each paid too much, or before a call. */
  kept: number[]
  cash: number
  /** Purchases are numbered; those given up are over. */
  purchase: number
  stage: 'buying' | 'deciding' | 'owning'
}

/** The code of the refusal, or null if the API should do it. */
export type Expected = string | null

const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0)

export const newModel = (prices: readonly number[], holders: readonly number[]): Model => ({
  prices,
  holders,
  calls: [],
  payments: [],
  sent: [],
  kept: prices.map(() => 0),
  cash: 0,
  purchase: 1,
  stage: 'buying',
})

const standing = ({ calls }: Model): ModelCall[] => calls.filter(({ isOver }) => !isOver)
const askedOf = (calls: readonly ModelCall[], arc: number): number => sum(calls.map(({ asked }) => asked[arc] ?? 0))

const targetOf = ({ prices }: Model): number => sum(prices) * 100
export const leftToCall = (model: Model): number =>
  targetOf(model) - sum(standing(model).map(({ kind, asked }) => (kind === 'purchase' ? sum(asked) : 0)))

export const openOf = (model: Model, person: number): number =>
  sum(
    standing(model).flatMap(({ asked, paid }) => asked.map((cents, arc) => (model.holders[arc] === person ? cents - (paid[arc] ?? 0) : 0))),
  )

/** Gives out one odd cent after the other. */
function inProportion(model: Model, amount: number): number[] {
  const target = BigInt(targetOf(model))
  const exact = model.prices.map((price) => BigInt(price) * 100n * BigInt(amount))
  const parts = exact.map((each) => Number(each / target))
  while (sum(parts) < amount) {
    let best = 0
    for (const [arc, each] of exact.entries()) {
      const missing = (index: number, of: bigint) => of - BigInt(parts[index] ?? 0) * target
      if (missing(arc, each) > missing(best, exact[best] ?? 0n)) best = arc
    }
    parts[best] = (parts[best] ?? 0) + 1
  }
  return parts
}

/** Gives out one cent after the other to whom was asked least, after everyone has the same. */
function equally(model: Model, amount: number): number[] {
  const calls = standing(model)
  const each = Math.floor(amount / model.prices.length)
  const parts = model.prices.map(() => each)
  const hasMore = new Set<number>()
  while (sum(parts) < amount) {
    const free = parts.map((_, arc) => arc).filter((arc) => !hasMore.has(arc))
    const least = free.reduce((best, arc) => (askedOf(calls, arc) < askedOf(calls, best) ? arc : best))
    hasMore.add(least)
    parts[least] = each + 1
  }
  return parts
}

function fill(model: Model, person: number, most: number): Filled[] {
  const filled: Filled[] = []
  let left = most
  for (const call of standing(model))
    for (const [arc, asked] of call.asked.entries()) {
      const cents = Math.min(left, asked - (call.paid[arc] ?? 0))
      if (model.holders[arc] !== person || cents <= 0) continue
      call.paid[arc] = (call.paid[arc] ?? 0) + cents
      left -= cents
      filled.push({ call, arc, cents })
    }
  return filled
}

const addKept = (model: Model, person: number, cents: number): void => {
  model.kept[person] = (model.kept[person] ?? 0) + cents
}

export function call(model: Model, who: number, amount: number): Expected {
  if (model.stage !== 'owning') {
    if (who !== 0) return 'only_treasurer'
    if (model.stage === 'deciding') return 'call_not_now'
    if (amount < 100 * model.prices.length) return 'call_below_one_dollar_per_arc'
    if (amount > leftToCall(model)) return 'call_above_target'
  }
  const purchase = standing(model).filter(({ kind }) => kind === 'purchase')
  const asked =
    model.stage === 'owning'
      ? equally(model, amount)
      : inProportion(model, sum(purchase.flatMap((each) => each.asked)) + amount).map((cents, arc) => cents - askedOf(purchase, arc))
  model.calls.push({ kind: model.stage === 'owning' ? 'further' : 'purchase', asked, paid: asked.map(() => 0), isOver: false })
  for (const [person, kept] of model.kept.entries())
    if (kept > 0) addKept(model, person, -sum(fill(model, person, kept).map(({ cents }) => cents)))
  return null
}

export function pay(model: Model, who: number, payer: number, cents: number): Expected {
  if (who !== payer && who !== 0) return 'only_treasurer'
  model.payments.push({ payer, by: who, cents, words: new Set(), state: 'waiting', filled: [], during: null, taken: null })
  return null
}

const isGivenUp = (model: Model, { during }: ModelPayment): boolean =>
  during !== null && (during < model.purchase || model.stage === 'deciding')

/** In a circle of four it takes two words. */
export function word(model: Model, who: number, payment: ModelPayment): Expected {
  const { payer, cents, taken, state } = payment
  if (who === payer) return 'own_payment'
  if (state === 'withdrawn') return 'contribution_withdrawn'
  if (state === 'returned' || (state === 'counted' && !taken)) return 'contribution_counted'
  const words = taken ? taken.words : payment.words
  if (words.has(who)) return 'word_given'
  if (taken && isGivenUp(model, payment)) return 'contribution_given_up'
  words.add(who)
  if (words.size < 2) return null
  if (taken) {
    payment.state = 'returned'
    for (const part of payment.filled) part.call.paid[part.arc] = (part.call.paid[part.arc] ?? 0) - part.cents
    addKept(model, payer, sum(payment.filled.map((part) => part.cents)) - cents)
    model.cash -= cents
  } else {
    payment.state = 'counted'
    payment.during = model.stage === 'buying' ? model.purchase : null
    payment.filled = fill(model, payer, (model.kept[payer] ?? 0) + cents)
    addKept(model, payer, cents - sum(payment.filled.map((part) => part.cents)))
    model.cash += cents
  }
  return null
}

export function withdraw(_: Model, who: number, payment: ModelPayment): Expected {
  const { payer, by, taken, state } = payment
  if (taken ? who !== taken.by : who !== payer && who !== by) return 'not_allowed'
  if (state === 'withdrawn') return 'contribution_withdrawn'
  if (state === 'returned' || (state === 'counted' && !taken)) return 'contribution_counted'
  if (taken) payment.taken = null
  else payment.state = 'withdrawn'
  return null
}

export function takenBack(model: Model, who: number, payment: ModelPayment): Expected {
  if (who !== 0) return 'only_treasurer'
  if (payment.state === 'waiting' || payment.state === 'withdrawn') return 'contribution_not_counted'
  if (payment.taken) return 'contribution_returned'
  if (isGivenUp(model, payment)) return 'contribution_given_up'
  payment.taken = { by: who, words: new Set() }
  return null
}

function isThere(model: Model, to: number, cents: number, except: ModelSent | null = null): Expected {
  const onItsWay = sum(model.sent.filter((each) => each !== except && each.to === to && each.state === 'waiting').map((each) => each.cents))
  if (cents > (model.kept[to] ?? 0) - onItsWay) return 'more_than_kept'
  return cents > model.cash ? 'more_than_there' : null
}

export function sendBack(model: Model, who: number, to: number, cents: number): Expected {
  if (who !== 0) return 'only_treasurer'
  const refused = isThere(model, to, cents)
  if (refused) return refused
  model.sent.push({ to, by: who, cents, state: 'waiting' })
  return null
}

export function hasCome(model: Model, who: number, sent: ModelSent): Expected {
  if (sent.state !== 'waiting') return 'paid_back_not_found'
  if (who === sent.by || (sent.to !== sent.by && who !== sent.to)) return 'not_your_word'
  const refused = isThere(model, sent.to, sent.cents, sent)
  if (refused) return refused
  sent.state = 'booked'
  addKept(model, sent.to, -sent.cents)
  model.cash -= sent.cents
  return null
}

export function withdrawSent(_: Model, who: number, sent: ModelSent): Expected {
  if (sent.state !== 'waiting') return 'paid_back_not_found'
  if (who !== sent.by) return 'not_allowed'
  sent.state = 'withdrawn'
  return null
}

/** Nothing was spent, so everyone is owed what they paid. */
export function giveUp(model: Model): void {
  for (const each of standing(model)) {
    for (const [arc, cents] of each.paid.entries()) addKept(model, model.holders[arc] ?? 0, cents)
    each.isOver = true
  }
  model.stage = 'deciding'
}

export function startAgain(model: Model): void {
  model.purchase++
  model.stage = 'buying'
}
