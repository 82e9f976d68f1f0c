/**
 * A simple model of a circle's book, in whole cents, that does not use the product's own rules. The product is compared with it after every
 * step of a random history.
 */
export type ModelEntry = {
  readonly kind: string
  readonly lines: readonly (readonly [account: string, cents: number])[]
  readonly byMotion: boolean
  /** The month in which it used the emergency limit. */
  readonly emergency: string | null
  readonly tenant: string | null
  readonly reverses: ModelEntry | null
  readonly refunds: ModelEntry | null
  isReversed: boolean
  /** Its cash is matched: with the bank, or with its reversal where the bank had not shown it. */
  isShown: boolean
}

export type Model = { readonly entries: ModelEntry[]; month: string }

/** The code of the refusal, or the entry that has to be booked. */
export type Expected = string | ModelEntry

export const spendCents = 400_000
const emergencyCents = 50_000

export const newModel = (): Model => ({ entries: [], month: '2025-01' })

export function balancesOf({ entries }: Model): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { lines } of entries) for (const [account, cents] of lines) sums.set(account, (sums.get(account) ?? 0) + cents)
  return new Map([...sums].filter(([, cents]) => cents !== 0))
}

const of = (model: Model, account: string): number => balancesOf(model).get(account) ?? 0

type More = Partial<Omit<ModelEntry, 'kind' | 'lines' | 'isReversed' | 'isShown'>>
const entry = (kind: string, lines: ModelEntry['lines'], more: More = {}): ModelEntry => ({
  byMotion: false,
  emergency: null,
  tenant: null,
  reverses: null,
  refunds: null,
  ...more,
  kind,
  lines,
  isReversed: false,
  isShown: false,
})

const isPlace = (account: string): boolean => account.startsWith('cash:') || account.startsWith('owed:')
const isOnItsWay = ({ isShown }: ModelEntry, [account, cents]: ModelEntry['lines'][number]): boolean =>
  account.startsWith('cash:') && cents > 0 && !isShown
/** What went to others by an entry; what came back counts once it is shown. */
const spentBy = (each: ModelEntry): number =>
  -each.lines.reduce((sum, line) => (isPlace(line[0]) && !isOnItsWay(each, line) ? sum + line[1] : sum), 0)
const isGivenBack = ({ entries }: Model, paid: ModelEntry): boolean =>
  entries.some((each) => each.reverses === paid && !each.lines.some((line) => isOnItsWay(each, line)))
const leftOfMotion = ({ entries }: Model): number =>
  entries.reduce((left, each) => (each.byMotion ? left - spentBy(each) : left), spendCents)
function leftOfEmergency(model: Model): number {
  // Everything is booked on one day, and the bank never shows an outlay: it counts in each month.
  const used = model.entries.filter(
    (each) => (each.emergency === model.month || (each.emergency !== null && each.kind === 'outlay')) && !isGivenBack(model, each),
  )
  return Math.max(
    0,
    used.reduce((left, each) => left - spentBy(each), emergencyCents),
  )
}

export function freeCash(model: Model): number {
  let free = 0
  for (const [account, cents] of balancesOf(model)) {
    if (account.startsWith('cash:') || account === 'deposits_held') free += cents
    if (account.startsWith('owed:') && cents < 0) free += cents
  }
  return free
}

export const income = (what: string, cents: number): Expected =>
  entry('income', [
    ['cash:operating', cents],
    [what, -cents],
  ])

/** A repair that is paid, or laid out by a member. */
export function cost(model: Model, kind: 'payment' | 'outlay', from: string, byMotion: boolean, cents: number): Expected {
  const lines: ModelEntry['lines'] = [
    ['repairs', cents],
    [from, -cents],
  ]
  const isWithinEmergency = cents <= leftOfEmergency(model)
  if (byMotion) {
    if (cents > leftOfMotion(model)) return 'payment_not_permitted'
    if (freeCash(model) >= cents) return entry(kind, lines, { byMotion })
  }
  return isWithinEmergency ? entry(kind, lines, { byMotion, emergency: model.month }) : 'payment_not_permitted'
}

export function payBack(model: Model, person: string, cents: number): Expected {
  if (cents > -of(model, `owed:${person}`)) return 'more_than_held'
  return entry('payment', [
    [`owed:${person}`, cents],
    ['cash:operating', -cents],
  ])
}

/** How much of a payment has come back. */
const backOf = (model: Model, paid: ModelEntry): number =>
  model.entries.filter((each) => each.refunds === paid && !each.isReversed).reduce((sum, { lines }) => sum + (lines[0]?.[1] ?? 0), 0)

export function refund(model: Model, paid: ModelEntry, cents: number): Expected {
  const cost = paid.lines.find(([account]) => account === 'repairs')
  if (paid.isReversed || paid.reverses || !cost || (paid.kind !== 'payment' && paid.kind !== 'outlay')) return 'entry_not_refundable'
  if (cents > cost[1] - backOf(model, paid)) return 'more_than_held'
  const lines: ModelEntry['lines'] = [
    ['cash:operating', cents],
    ['repairs', -cents],
  ]
  return entry('refund', lines, { byMotion: paid.byMotion, refunds: paid })
}

/** Cash that went out for what was held for a person or tenant. */
const isPaidDebt = ({ lines }: ModelEntry): boolean =>
  lines.some(([account, cents]) => account === 'cash:operating' && cents < 0) &&
  lines.some(([account]) => account.startsWith('owed:') || account === 'deposits_held')

export function reverse(model: Model, turned: ModelEntry): Expected {
  if (turned.reverses) return 'reversal_stays'
  if (turned.isReversed) return 'entry_reversed'
  // What the bank showed as paid to someone comes back by its line, which this model does not have.
  if (turned.isShown && isPaidDebt(turned)) return 'reversal_needs_bank'
  if (backOf(model, turned) > 0) return 'entry_refunded'
  const isUsed = (account: string, held: number) => turned.lines.some(([name, cents]) => name === account && cents < 0 && held < -cents)
  const debt = turned.kind === 'outlay' ? turned.lines[1]?.[0] : undefined
  if (debt !== undefined && isUsed(debt, -of(model, debt))) return 'more_than_held'
  if (turned.tenant !== null && isUsed('deposits_held', heldOf(model, turned.tenant))) return 'more_than_held'
  const lines = turned.lines.map(([account, cents]) => [account, -cents] as const)
  return entry('reversal', lines, { byMotion: turned.byMotion, reverses: turned, tenant: turned.tenant })
}

function heldOf({ entries }: Model, tenant: string, isShownOnly = false): number {
  return -entries
    .filter((each) => each.tenant === tenant && !(isShownOnly && each.lines.some((line) => isOnItsWay(each, line))))
    .reduce((sum, { lines }) => sum + (lines.find(([account]) => account === 'deposits_held')?.[1] ?? 0), 0)
}

export function deposit(model: Model, what: 'taken' | 'kept' | 'given_back', tenant: string, cents: number): Expected {
  if (what !== 'taken' && cents > heldOf(model, tenant)) return 'more_than_held'
  if (what === 'given_back' && cents > heldOf(model, tenant, true)) return 'more_than_held'
  const sign = what === 'taken' ? 1 : -1
  const other = what === 'kept' ? 'other_income' : 'cash:operating'
  const lines: ModelEntry['lines'] = [
    [other, sign * cents],
    ['deposits_held', -sign * cents],
  ]
  return entry('deposit', lines, { tenant })
}

export const transfer = (cents: number): Expected =>
  entry('transfer', [
    ['cash:deposits', cents],
    ['cash:operating', -cents],
  ])

/** What waits in suspense was rent. */
export function resolve({ entries }: Model, cents: number): Expected {
  const standing = entries.filter((each) => !each.isReversed && !each.reverses)
  const waiting = -standing.reduce((sum, { lines }) => sum + (lines.find(([account]) => account === 'suspense')?.[1] ?? 0), 0)
  if (cents > waiting) return 'more_than_held'
  return entry('resolution', [
    ['suspense', cents],
    ['rent', -cents],
  ])
}

export function book(model: Model, booked: ModelEntry): void {
  model.entries.push(booked)
  const { reverses } = booked
  if (!reverses) return
  reverses.isReversed = true
  if (!reverses.isShown) for (const each of [booked, reverses]) each.isShown = true
}

/** The bank has shown everything, and the next month begins. */
export function close(model: Model, next: string): void {
  for (const each of model.entries) each.isShown = true
  model.month = next
}
