import { type Decision, granted, refused } from './decision.ts'

/** Named and confirmed details wait this many days of notice; so does a person whose password, address or passkeys changed. */
export const waitingDays = 3
/** How long shown details stay open. */
export const shownSeconds = 60
/** How many others call back before a stop ends. */
export const callsBackNeeded = 2

/** What happens to named details. `shown` changes nothing about them. */
export type PayEventKind = 'confirmed' | 'stopped' | 'called_back' | 'shown' | 'withdrawn'
type PayEvent = { readonly kind: PayEventKind; readonly by: string; readonly at: number }

/** Details as they were named, and what happened to them in order of time. Times are in milliseconds. */
export type NamedDetails = {
  readonly id: string
  readonly namedBy: string
  readonly namedAt: number
  readonly events: readonly PayEvent[]
}

type Clock = { readonly now: number; readonly noticeSeconds: number }

export const waitingMilliseconds = (noticeSeconds: number): number => waitingDays * noticeSeconds * 1_000

const eventOf = ({ events }: NamedDetails, kind: PayEventKind): PayEvent | undefined => events.find((event) => event.kind === kind)

/** A stop and who has called back since: neither who stopped nor who named counts. It ends with the second of them. */
export type Stop = { readonly by: string; readonly at: number; readonly calledBack: readonly string[]; readonly endedAt: number | null }

export function stopsOf(details: NamedDetails): readonly Stop[] {
  return details.events
    .filter(({ kind }) => kind === 'stopped')
    .map(({ by, at }) => {
      const calls = details.events.filter(
        (event) => event.kind === 'called_back' && event.at >= at && event.by !== by && event.by !== details.namedBy,
      )
      const first = calls.filter((call, index) => calls.findIndex((each) => each.by === call.by) === index)
      return { by, at, calledBack: first.map((call) => call.by), endedAt: first[callsBackNeeded - 1]?.at ?? null }
    })
}

/** The stops that stand at this time. */
export const openStops = (details: NamedDetails, now: number): readonly Stop[] =>
  stopsOf(details).filter(({ at, endedAt }) => at <= now && (endedAt === null || endedAt > now))

/** When confirmed details can be used at the earliest; null before they are confirmed. */
export function usableFrom(details: NamedDetails, noticeSeconds: number): number | null {
  const confirmed = eventOf(details, 'confirmed')
  return confirmed ? confirmed.at + waitingMilliseconds(noticeSeconds) : null
}

/** Since when they were usable for the first time: a stop that stood when the wait was over delays it. Null: not yet. */
function usableSince(details: NamedDetails, { now, noticeSeconds }: Clock): number | null {
  let since = usableFrom(details, noticeSeconds)
  if (since === null) return null
  const withdrawn = eventOf(details, 'withdrawn')
  for (const stop of stopsOf(details)) {
    if (stop.at > since || (stop.endedAt !== null && stop.endedAt <= since)) continue
    if (stop.endedAt === null) return null
    since = stop.endedAt
  }
  if (withdrawn && withdrawn.at <= since) return null
  return since <= now ? since : null
}

export type PayState = 'unconfirmed' | 'waiting' | 'usable' | 'stopped' | 'withdrawn' | 'replaced'

/** The present details of a place: `inForce` are those in use, `coming` those that were named after them and are not usable yet. */
export type PlaceDetails = { readonly inForce: NamedDetails | null; readonly coming: readonly NamedDetails[] }

/**
 * Confirmed details stay in force until ones named later have become usable, also if those are stopped afterwards. Details that were
 * named earlier never take their place, however late they were confirmed.
 */
export function placeDetails(all: readonly NamedDetails[], clock: Clock): PlaceDetails {
  const past = [...all].sort((one, other) => one.namedAt - other.namedAt).filter(({ namedAt }) => namedAt <= clock.now)
  const inForce = past.findLast((details) => usableSince(details, clock) !== null) ?? null
  // Of those named later none is usable yet, or it would be in force.
  const coming = past.filter((details) => !eventOf(details, 'withdrawn') && isLater(details, inForce))
  return { inForce, coming }
}

const isLater = ({ namedAt }: NamedDetails, other: NamedDetails | null): boolean => other === null || namedAt > other.namedAt

export function stateOf(details: NamedDetails, all: readonly NamedDetails[], clock: Clock): PayState {
  if (eventOf(details, 'withdrawn')) return 'withdrawn'
  const { inForce, coming } = placeDetails(all, clock)
  if (details !== inForce && !coming.includes(details)) return 'replaced'
  if (openStops(details, clock.now).length > 0) return 'stopped'
  if (!eventOf(details, 'confirmed')) return 'unconfirmed'
  return details === inForce ? 'usable' : 'waiting'
}

/** The details that may be paid to now; null if there are none. */
export function usableDetails(all: readonly NamedDetails[], clock: Clock): NamedDetails | null {
  const { inForce } = placeDetails(all, clock)
  return inForce && stateOf(inForce, all, clock) === 'usable' ? inForce : null
}

/** Someone who acts on where to pay; they are a member of the circle. */
export type PayActor = {
  readonly id: string
  readonly isOwnerOrTreasurer: boolean
  /** Nobody else is a member, so nobody else can confirm. */
  readonly isOnlyMember: boolean
  /** When their password, address or passkeys last changed. */
  readonly credentialsChangedAt: number | null
}

export type PayAct = 'name' | 'confirm' | 'stop' | 'call_back' | 'withdraw' | 'show'
export type PayRefusal =
  | 'only_treasurer'
  | 'credentials_changed'
  | 'pay_details_not_now'
  | 'not_your_word'
  | 'pay_details_stopped_once'
  | 'pay_details_not_usable'

/** Until when the person has to wait after a change of how they sign in; null if not. */
export function waitsUntil({ credentialsChangedAt }: Pick<PayActor, 'credentialsChangedAt'>, { now, noticeSeconds }: Clock): number | null {
  if (credentialsChangedAt === null) return null
  const until = credentialsChangedAt + waitingMilliseconds(noticeSeconds)
  return until > now ? until : null
}

export function decideNaming(actor: PayActor, clock: Clock): Decision<'named', PayRefusal> {
  if (!actor.isOwnerOrTreasurer) return refused('only_treasurer')
  return waitsUntil(actor, clock) === null ? granted('named') : refused('credentials_changed')
}

/** Who may see details that are not usable: those whose call compares them. Nobody is shown details to pay to before they are usable. */
const comparesBy: Readonly<Record<PayState, PayAct | null>> = {
  unconfirmed: 'confirm',
  stopped: 'call_back',
  waiting: null,
  usable: null,
  withdrawn: null,
  replaced: null,
}

/** Whether the person may do this with named details of a place, or why not. Shown details are for paying, or only for comparing. */
export function decideOnDetails(
  act: Exclude<PayAct, 'name'>,
  actor: PayActor,
  details: NamedDetails,
  all: readonly NamedDetails[],
  clock: Clock,
): Decision<'done' | 'to_pay' | 'to_compare', PayRefusal> {
  const state = stateOf(details, all, clock)
  const isFree = waitsUntil(actor, clock) === null
  const isOwn = details.namedBy === actor.id && !actor.isOnlyMember
  if (state === 'withdrawn' || state === 'replaced') return refused('pay_details_not_now')
  switch (act) {
    case 'confirm':
      if (!isFree) return refused('credentials_changed')
      if (isOwn) return refused('not_your_word')
      return state === 'unconfirmed' ? granted('done') : refused('pay_details_not_now')
    case 'stop':
      return details.events.some(({ kind, by }) => kind === 'stopped' && by === actor.id)
        ? refused('pay_details_stopped_once')
        : granted('done')
    case 'call_back':
      if (!isFree) return refused('credentials_changed')
      if (state !== 'stopped') return refused('pay_details_not_now')
      return callsBackFor(actor, details, clock.now) ? granted('done') : refused('not_your_word')
    case 'withdraw': {
      if (details.namedBy !== actor.id && !actor.isOwnerOrTreasurer) return refused('only_treasurer')
      return placeDetails(all, clock).inForce === details ? refused('pay_details_not_now') : granted('done')
    }
    case 'show': {
      if (!isFree) return refused('credentials_changed')
      if (state === 'usable') return granted('to_pay')
      const compares = comparesBy[state]
      if (compares === null || compares === 'name' || compares === 'show') return refused('pay_details_not_usable')
      return decideOnDetails(compares, actor, details, all, clock).ok ? granted('to_compare') : refused('pay_details_not_usable')
    }
  }
}

/** Whether a call by this person counts for a stop that stands: they neither stopped it nor named the details nor have called already. */
const callsBackFor = ({ id }: PayActor, details: NamedDetails, now: number): boolean =>
  id !== details.namedBy && openStops(details, now).some((stop) => stop.by !== id && !stop.calledBack.includes(id))

/** The check digit of a routing number of a US bank. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const weights = [3, 7, 1]
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0)
  return sum > 0 && sum % 10 === 0
}

/** The check digits of an IBAN, written without spaces. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((character) => Number.parseInt(character, 36).toString()).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

/** As people write them: with spaces and hyphens. */
export const plainNumber = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

export const payDetailLimits = { name: 120, account: 34, number: 40, words: 200 } as const

/** What is encrypted. */
export type PayDetailFields = {
  readonly payee: string
  readonly bank: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly iban?: string | null | undefined
}

type FieldProblem = { readonly field: string; readonly message: string }

/** What is wrong with details as a person typed them. */
export function payDetailProblems(form: PayDetailFields): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (form.payee.trim() === '') problems.push({ field: 'payee', message: 'Please give the name on the account' })
  if (form.bank.trim() === '') problems.push({ field: 'bank', message: 'Please give the bank' })
  if (!isRoutingNumber(plainNumber(form.routingNumber)))
    problems.push({ field: 'routingNumber', message: 'Please check the routing number: its nine digits do not fit together' })
  if (!/^[A-Z0-9]{4,34}$/.test(plainNumber(form.accountNumber)))
    problems.push({ field: 'accountNumber', message: 'Please give the account number, 4 to 34 digits or letters' })
  if (form.iban && !isIban(plainNumber(form.iban)))
    problems.push({ field: 'iban', message: 'Please check the IBAN: its check digits do not fit' })
  return problems
}
