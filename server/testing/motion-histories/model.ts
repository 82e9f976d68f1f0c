/**
 * A simple model of a circle's motions that does not use the product's own rules. Times are whole days; motions close at half past one, so
 * that no closing falls together with another event. The product is compared with it after every step of a random history.
 */
export type Choice = 'yes' | 'no' | 'abstain'
export type Facts =
  | { readonly kind: 'general'; readonly title: string }
  | { readonly kind: 'spend'; readonly amount: number; readonly related: number | null }
  | { readonly kind: 'treasurer'; readonly member: number }
  | { readonly kind: 'release' }

export type ModelMotion = {
  readonly facts: Facts
  readonly proposer: number
  closes: number
  version: number
  readonly conflicted: Set<number>
  readonly votes: Map<number, Choice>
  /** What the member says of whom the proposer claims something. */
  answer: boolean | null
  isVotedOn: boolean
  isReplaced: boolean
  withdrawnAt: number | null
  lapsed: 'gathering' | 'same_passed' | null
  result: (Count & { readonly at: number }) | null
}

export type Model = {
  now: number
  readonly owner: number
  members: Set<number>
  arcs: { holder: number | null; since: number }[]
  motions: ModelMotion[]
  /** Members who have been silent for long: any request ends it. */
  away: Set<number>
  treasurer: number | null
}

type Count = {
  readonly outcome: 'passed' | 'did_not_pass' | 'too_few_voted'
  readonly of: number
  readonly yes: number
  readonly no: number
  readonly abstain: number
  readonly late: number
  readonly leftOut: number
  readonly silent: number
}

/** The status that the API should answer, and its code if it refuses. */
export type Expected = { readonly status: number; readonly code?: string }
const done: Expected = { status: 200 }
const no = (status: number, code: string): Expected => ({ status, code })

export const newModel = (holders: readonly number[]): Model => ({
  now: 0,
  owner: 0,
  members: new Set(holders),
  arcs: holders.map((holder) => ({ holder, since: -7 })),
  motions: [],
  away: new Set(),
  treasurer: null,
})

const isFull = ({ arcs }: Model): boolean => arcs.every(({ holder }) => holder !== null)

/** Goes through the arcs one by one. */
export function count({ arcs, away }: Model, { conflicted, votes, facts }: ModelMotion, heldBefore: number): Count {
  const counts = { yes: 0, no: 0, abstain: 0, of: 0, late: 0, leftOut: 0, silent: 0 }
  for (const { holder, since } of arcs) {
    if (holder === null) continue
    const isLate = since > heldBefore
    if (conflicted.has(holder)) counts.leftOut += isLate ? 0 : 1
    else if (away.has(holder)) counts.silent += isLate ? 0 : 1
    else if (isLate) counts.late += 1
    else {
      counts.of += 1
      const vote = votes.get(holder)
      if (vote) counts[vote] += 1
    }
  }
  const voted = counts.yes + counts.no + counts.abstain
  const agrees = facts.kind !== 'treasurer' || votes.get(facts.member) === 'yes'
  const passes = agrees && counts.yes * 2 > counts.of + counts.silent && voted * 2 >= counts.of
  return { ...counts, outcome: passes ? 'passed' : voted * 2 < counts.of ? 'too_few_voted' : 'did_not_pass' }
}

const isDue = ({ now }: Model, { closes }: ModelMotion): boolean => closes <= now
const isEnded = ({ withdrawnAt, lapsed, result }: ModelMotion): boolean => withdrawnAt !== null || lapsed !== null || result !== null

function lapse(motions: readonly ModelMotion[], reason: NonNullable<ModelMotion['lapsed']>): void {
  for (const motion of motions) if (!isEnded(motion)) motion.lapsed = reason
}

function freeArcsOf(model: Model, person: number): void {
  for (const arc of model.arcs) if (arc.holder === person) arc.holder = null
  model.members.delete(person)
  if (model.treasurer === person) model.treasurer = null
  // Also for a member who held none, if another arc is free.
  if (!isFull(model)) lapse(model.motions, 'gathering')
}

function close(model: Model, motion: ModelMotion, at: number): void {
  motion.result = { ...count(model, motion, at - 1), at }
  if (motion.result.outcome !== 'passed') return
  lapse(
    model.motions.filter((other) => keyOf(other) === keyOf(motion)),
    'same_passed',
  )
  const { facts, proposer } = motion
  if (facts.kind === 'treasurer') model.treasurer = model.members.has(facts.member) ? facts.member : null
  if (facts.kind === 'release' && proposer !== model.owner) freeArcsOf(model, proposer)
}

export function closeDue(model: Model): void {
  for (;;) {
    const due = model.motions.filter((motion) => !isEnded(motion) && isDue(model, motion))
    const next = due.sort((a, b) => a.closes - b.closes || model.motions.indexOf(a) - model.motions.indexOf(b))[0]
    if (!next) return
    close(model, next, next.closes)
  }
}

function closeIfAllVoted(model: Model, motion: ModelMotion): void {
  if (motion.conflicted.size > (motion.facts.kind === 'release' ? 1 : 0)) return
  const counting = model.arcs.filter(({ holder }) => holder !== null && !motion.conflicted.has(holder))
  const haveVoted = counting.every(({ holder }) => holder !== null && motion.votes.has(holder))
  if (counting.length > 0 && haveVoted && model.arcs.every(({ since }) => since <= model.now - 1)) close(model, motion, model.now)
}

/** The job that runs every minute: time alone may have made a motion ready. */
export function runJob(model: Model): void {
  closeDue(model)
  for (const motion of model.motions) if (!isEnded(motion)) closeIfAllVoted(model, motion)
}

const keyOf = ({ facts, proposer }: Pick<ModelMotion, 'facts' | 'proposer'>): string => {
  if (facts.kind === 'spend') return `spend ${facts.amount}`
  return JSON.stringify(facts.kind === 'release' ? ['release', proposer] : facts)
}

/** Whether the same person's same motion ended with a no, or was withdrawn after a vote, within 90 days. */
function isRefusedLately(model: Model, proposed: Pick<ModelMotion, 'facts' | 'proposer'>): boolean {
  const endedAt = ({ result, withdrawnAt, isVotedOn }: ModelMotion) => {
    if (result !== null) return result.outcome === 'passed' ? null : result.at
    return isVotedOn ? withdrawnAt : null
  }
  return model.motions
    .filter((motion) => motion.proposer === proposed.proposer && keyOf(motion) === keyOf(proposed))
    .some((motion) => (endedAt(motion) ?? Number.NEGATIVE_INFINITY) > model.now - 90)
}

/** What every act on motions checks first. What is due was closed before. */
const enter = (model: Model, who: number): Expected | null => (model.members.has(who) ? null : no(403, 'not_allowed'))

function checkProposal(model: Model, who: number, facts: Facts): Expected | null {
  if (!isFull(model)) return no(409, 'motion_kind_not_now')
  if (facts.kind === 'release' && who === model.owner) return no(409, 'owner_hands_over_first')
  if (facts.kind === 'treasurer' && facts.member === model.treasurer) return no(409, 'already_treasurer')
  const named = facts.kind === 'treasurer' ? facts.member : facts.kind === 'spend' ? facts.related : null
  if (named !== null && !model.members.has(named)) return no(400, 'member_not_here')
  return isRefusedLately(model, { facts, proposer: who }) ? no(409, 'motion_refused_lately') : null
}

const claimedBy = ({ facts, proposer }: ModelMotion): number | null =>
  facts.kind === 'spend' && facts.related !== proposer ? facts.related : null

export function propose(model: Model, who: number, facts: Facts, days: number, supersedes: number | null): Expected {
  const refused = enter(model, who)
  if (refused) return refused
  const old = supersedes === null ? undefined : model.motions[supersedes]
  if (old) {
    if (old.proposer !== who || old.result || old.isReplaced) return no(409, 'motion_not_replaceable')
    if (!isEnded(old)) old.withdrawnAt = model.now
    old.isReplaced = true
  }
  const problem = checkProposal(model, who, facts)
  if (problem) return problem
  const isOwnWord = facts.kind === 'release' || (facts.kind === 'spend' && facts.related === who)
  model.motions.push({
    facts,
    proposer: who,
    closes: model.now + days + 0.5,
    version: 1,
    conflicted: new Set(isOwnWord ? [who] : []),
    votes: new Map(),
    answer: null,
    isVotedOn: false,
    isReplaced: false,
    withdrawnAt: null,
    lapsed: null,
    result: null,
  })
  return done
}

/** `isStale`: the voter has read another version. */
export function vote(model: Model, who: number, index: number, choice: Choice, isStale: boolean): Expected {
  const refused = enter(model, who)
  const motion = model.motions[index]
  if (refused || !motion) return refused ?? no(404, 'motion_not_found')
  if (isEnded(motion)) return no(409, 'motion_closed')
  if (isStale) return no(409, 'motion_changed')
  if (motion.conflicted.has(who)) return no(403, 'no_vote_here')
  motion.votes.set(who, choice)
  motion.isVotedOn = true
  closeIfAllVoted(model, motion)
  return done
}

export function declareConflict(model: Model, who: number, index: number): Expected {
  const refused = enter(model, who)
  const motion = model.motions[index]
  if (refused || !motion) return refused ?? no(404, 'motion_not_found')
  if (isEnded(motion)) return no(409, 'motion_closed')
  if (motion.facts.kind === 'treasurer' && motion.facts.member === who) return no(403, 'not_allowed')
  if (motion.conflicted.has(who)) return done
  motion.conflicted.add(who)
  if (claimedBy(motion) === who) motion.answer ??= true
  return done
}

export function answerClaim(model: Model, who: number, index: number, isSo: boolean): Expected {
  const refused = enter(model, who)
  const motion = model.motions[index]
  if (refused || !motion) return refused ?? no(404, 'motion_not_found')
  if (isEnded(motion)) return no(409, 'motion_closed')
  if (claimedBy(motion) !== who) return no(403, 'not_allowed')
  if (motion.answer !== null && motion.answer !== isSo) return no(409, 'claim_answered')
  motion.answer = isSo
  if (isSo) motion.conflicted.add(who)
  return done
}

/** Changes the closing date only. */
export function change(model: Model, who: number, index: number, days: number): Expected {
  const refused = enter(model, who)
  const motion = model.motions[index]
  if (refused || !motion) return refused ?? no(404, 'motion_not_found')
  if (isEnded(motion)) return no(409, 'motion_closed')
  if (motion.proposer !== who) return no(403, 'not_allowed')
  const isOthersWord = motion.answer !== null || [...motion.conflicted].some((person) => person !== who)
  if (motion.isVotedOn || isOthersWord) return no(409, 'motion_voted_on')
  const problem = checkProposal(model, who, motion.facts)
  if (problem) return problem
  motion.closes = model.now + days + 0.5
  motion.version += 1
  return done
}

export function withdraw(model: Model, who: number, index: number): Expected {
  const refused = enter(model, who)
  const motion = model.motions[index]
  if (refused || !motion) return refused ?? no(404, 'motion_not_found')
  if (isEnded(motion)) return no(409, 'motion_closed')
  if (motion.proposer !== who) return no(403, 'not_allowed')
  motion.withdrawnAt = model.now
  return done
}

export function join(model: Model, who: number, arcs: number): Expected {
  const free = model.arcs.filter(({ holder }) => holder === null)
  if (free.length === 0) return no(409, 'circle_full')
  if (free.length < arcs) return no(409, 'too_few_arcs_left')
  for (const arc of free.slice(0, arcs)) Object.assign(arc, { holder: who, since: model.now })
  model.members.add(who)
  return done
}

export function leave(model: Model, who: number): Expected {
  if (!model.members.has(who)) return no(404, 'membership_not_found')
  if (isFull(model)) return no(409, 'circle_is_full')
  if (who === model.owner) return no(409, 'owner_stays')
  freeArcsOf(model, who)
  return { status: 204 }
}

/** By an administrator: also from a full circle. */
export function remove(model: Model, who: number): Expected {
  if (!model.members.has(who)) return no(404, 'membership_not_found')
  if (who === model.owner) return no(409, 'owner_stays')
  freeArcsOf(model, who)
  return { status: 204 }
}

/** Hands the lowest arc on to another member; false if that is not possible. */
export function handOn(model: Model, from: number, to: number): boolean {
  const arc = model.arcs.find(({ holder }) => holder === from)
  if (!arc || from === to || !model.members.has(to)) return false
  Object.assign(arc, { holder: to, since: model.now })
  return true
}
