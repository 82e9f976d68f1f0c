import type { Distribution, DistributionList, DistributionSummary } from '#contract/distributions.ts'
import { Refusal } from '#contract/errors.ts'
import { reckonedWords } from '#domain/cents.ts'
import { daysToPost, mayDepositFrom, mostToDistribute, type PaidArc, payoutsOf } from '#domain/distributions.ts'
import type { Cents } from '#domain/money.ts'
import { distributionLapses, mayConfirmPayout, oddArcsOf } from '#domain/payouts.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readMembers } from '#server/shared/calls/tell-of-calls.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { countOpenMotion, selectOpenMotions } from '#server/shared/deciding/motions.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readPaidArcs } from '#server/shared/distributions/arcs.ts'
import { readCash } from '#server/shared/distributions/cash.ts'
import { readHanging } from '#server/shared/distributions/hanging.ts'
import { judgeReversal } from '#server/shared/distributions/reversal.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { type DistributionFactsRow, type PartOf, readRows } from './distribution-rows.ts'
import type { Place } from './lock-distributions.ts'

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, cents) => total + cents, 0)

type Basis = {
  readonly circle: { readonly _id: string; readonly name: string }
  readonly reader: { readonly id: string; readonly isMember: boolean; readonly isTreasurer: boolean }
  readonly members: readonly string[]
  readonly arcs: readonly PaidArc[]
  readonly rows: readonly DistributionFactsRow[]
  readonly names: ReadonlyMap<string, string>
  readonly today: string
  readonly isOwning: boolean
}

/** What the reader may see: drafts are the treasurer's; a former member reads what they themselves received. */
async function readBasis(db: Tx, circleId: string, actor: Actor): Promise<Basis> {
  const members = await readMembers(db, circleId)
  const isMember = members.includes(actor.id)
  const isTreasurer = isMember && (await readBookkeeper(db, circleId)) === actor.id
  const hanging = new Set((await readHanging(db, circleId)).flatMap((each) => each.arcs))
  const arcs = await readPaidArcs(db, circleId, new Map([...hanging].map((arc) => [arc, null])))
  const all = await readRows(db, circleId)
  const isOwn = (row: DistributionFactsRow) => row.parts.some(({ receiver }) => receiver === actor.id)
  const rows = all.filter((row) => (row.state === 'draft' ? isTreasurer : isMember || isOwn(row)))
  const people = rows.flatMap(({ draftedBy, parts, holders, marks }) => [
    draftedBy,
    ...parts.flatMap(({ receiver }) => receiver ?? []),
    ...holders.map(({ user }) => user),
    ...marks.map(({ markedBy }) => markedBy),
  ])
  const { title } = await db.selectFrom('circles').select('title').where('id', '=', circleId).executeTakeFirstOrThrow()
  return {
    circle: { _id: circleId, name: title },
    reader: { id: actor.id, isMember, isTreasurer },
    members,
    arcs,
    rows,
    names: await readNames(db as unknown as Database, [...people, ...arcs.map(({ holder }) => holder)]),
    today: await todayIn(db, circleId),
    isOwning: (await readStage(db, circleId)) === 'owning',
  }
}

/** The parts as posted, or as they would be now. */
function partsOf({ arcs }: Basis, row: DistributionFactsRow): readonly PartOf[] {
  if (row.parts.length > 0) return row.parts
  const frozen = new Map(row.holders.map(({ arc, user, isWaiting }) => [arc, isWaiting ? null : user]))
  const asProposed = arcs.map((arc) => ({ ...arc, receiver: frozen.has(arc.arc) ? (frozen.get(arc.arc) ?? null) : arc.receiver }))
  return payoutsOf(row.amountCents, asProposed).map(({ arc, receiver, amountCents, owedCents }) => ({
    arc,
    receiver,
    amountCents,
    setOffCents: amountCents - owedCents,
    owedCents,
    entry: null,
    bookedAt: null,
  }))
}

function summaryOf(basis: Basis, row: DistributionFactsRow): DistributionSummary {
  const { reader, names } = basis
  const parts = partsOf(basis, row)
  const mine = parts.filter(({ receiver }) => receiver === reader.id)
  const own = row.payments.filter(({ receiver }) => receiver === reader.id)
  const isAll = reader.isMember
  const mineOwed = sum(mine.map(({ owedCents }) => owedCents))
  const minePaid = sum(own.map(({ amountCents }) => amountCents))
  return {
    _id: row.id,
    amountCents: row.amountCents,
    note: row.note,
    state: row.state,
    draftedBy: { _id: row.draftedBy, name: names.get(row.draftedBy) ?? '' },
    draftedAt: row.draftedAt.toISOString(),
    postedOn: row.postedOn,
    paidCents: isAll ? row.paidCents : minePaid,
    openCents: isAll ? row.openCents : row.reversedAt ? 0 : mineOwed - minePaid,
    mineCents: mine.length > 0 ? sum(mine.map(({ amountCents }) => amountCents)) : null,
    oddArcs: parts.length > 0 ? oddArcsOf(parts) : [],
    arcs: parts.length,
  }
}

async function readDesk(db: Tx, circleId: string, { reader, arcs, rows, names }: Basis): Promise<DistributionList['desk']> {
  if (!reader.isMember) return null
  const cash = await readCash(db, circleId)
  const balances = await readBalances(db, circleId)
  const accounts = await db
    .selectFrom('bank_accounts')
    .select(['id as _id', 'name'])
    .where('circle_id', '=', circleId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const named = (person: string) => ({ _id: person, name: names.get(person) ?? '' })
  return {
    ...cash,
    mostCents: mostToDistribute(arcs, cash),
    lastCents: rows.find(({ state }) => state === 'posted' || state === 'paid')?.amountCents ?? null,
    arcs: arcs.map(({ arc, holder, receiver, declaredCents, openParts }) => ({
      arc,
      holder: named(holder),
      receiver: receiver === null ? null : named(receiver),
      declaredCents,
      openParts: openParts.map(({ call, openCents }) => ({ call, arc, openCents })),
    })),
    bankAccounts: accounts.map((account) => ({ ...account, cashCents: balances.get(`cash:${account._id}`) ?? 0 })),
  }
}

/** What was paid out in a circle, and what its treasurer prepares. */
export async function readDistributions(db: Tx, circleId: string, actor: Actor): Promise<DistributionList> {
  const basis = await readBasis(db, circleId, actor)
  return {
    circle: basis.circle,
    today: basis.today,
    distributions: basis.rows.map((row) => summaryOf(basis, row)),
    mayDraft: basis.isOwning && basis.reader.isTreasurer,
    desk: await readDesk(db, circleId, basis),
  }
}

type MotionLink = NonNullable<Distribution['motion']>

function motionState({ isWithdrawn, outcome, hasLapsed }: DistributionFactsRow['motions'][number]): MotionLink['state'] {
  if (isWithdrawn) return 'withdrawn'
  if (outcome === null) return 'open'
  if (outcome !== 'passed') return 'did_not_pass'
  return hasLapsed ? 'lapsed' : 'passed'
}

async function readMotionLinks(db: Tx, circleId: string, row: DistributionFactsRow): Promise<readonly (MotionLink & { act: 'post' })[]> {
  const holdings = await readHoldings(db, circleId)
  const open = await selectOpenMotions(db, circleId)
    .where(
      'motions.id',
      'in',
      row.motions.map(({ id }) => id),
    )
    .execute()
  return row.motions.map((motion) => {
    const counted = open.find(({ id }) => id === motion.id)
    return {
      _id: motion.id,
      title: motion.title,
      closesAt: new Date(motion.closesAt).toISOString(),
      state: motionState(motion),
      standing: counted ? countOpenMotion(counted, holdings, false).words : null,
      act: motion.act as 'post',
    }
  })
}

type Deposits = { readonly fromOf: (parts: readonly PartOf[]) => number | null; readonly now: number }

function receiversOf(
  basis: Basis,
  row: DistributionFactsRow,
  parts: readonly PartOf[],
  { fromOf, now }: Deposits,
): Distribution['receivers'] {
  const { reader, names, members } = basis
  const people = [...new Set(parts.flatMap(({ receiver }) => receiver ?? []))].filter((person) => reader.isMember || person === reader.id)
  return people.map((person) => {
    const own = parts.filter(({ receiver }) => receiver === person)
    const payments = row.payments.filter(({ receiver }) => receiver === person)
    const owedCents = sum(own.map((part) => part.owedCents))
    const paidCents = sum(payments.map(({ amountCents }) => amountCents))
    const openCents = row.postedAt && !row.reversedAt ? owedCents - paidCents : 0
    const mark = row.marks.find(({ receiver }) => receiver === person)
    const deposit = row.motions.find(
      ({ act, receiver, outcome, isUsed }) => act === 'deposit' && receiver === person && outcome !== 'did_not_pass' && !isUsed,
    )
    const paidDeposit = row.motions.find(({ id }) => payments.some(({ motion }) => motion === id))
    const isVoting = deposit !== undefined && deposit.outcome === null && !deposit.isWithdrawn
    const isPermitted = deposit?.outcome === 'passed' && openCents > 0
    const from = fromOf(own)
    return {
      user: { _id: person, name: names.get(person) ?? '' },
      arcs: own.map(({ arc }) => arc),
      amountCents: sum(own.map(({ amountCents }) => amountCents)),
      reckoned: reckonedWords(own.map(({ amountCents }) => amountCents)),
      setOffCents: sum(own.map(({ setOffCents }) => setOffCents)),
      owedCents,
      paidCents,
      openCents,
      paidOn: payments.at(-1)?.day ?? null,
      depositedWith: paidDeposit ? (paidDeposit.payee ?? '') : null,
      mark: mark
        ? {
            _id: mark.id,
            amountCents: mark.amountCents,
            day: mark.day,
            words: mark.words,
            markedBy: { _id: mark.markedBy, name: names.get(mark.markedBy) ?? '' },
            mayConfirm: mayConfirmPayout(reader.id, { receiver: person, markedBy: mark.markedBy, members }),
            mayWithdraw: [mark.markedBy, person].includes(reader.id),
          }
        : null,
      depositMotionId: reader.isTreasurer && isPermitted ? deposit.id : null,
      mayProposeDeposit: reader.isMember && basis.isOwning && openCents > 0 && !isVoting && !isPermitted && from !== null && now >= from,
    }
  })
}

/** One distribution: how each cent is reckoned, who received it, and what the reader may do now. */
export async function readDistribution(db: Tx, { circleId, distributionId }: Place, actor: Actor): Promise<Distribution> {
  const basis = await readBasis(db, circleId, actor)
  const { reader, rows, names, isOwning } = basis
  const row = isId(distributionId) ? rows.find(({ id }) => id === distributionId.toLowerCase()) : undefined
  if (!row) throw new Refusal('distribution_not_found')
  const parts = partsOf(basis, row)
  const shown = reader.isMember ? parts : parts.filter(({ receiver }) => receiver === reader.id)
  const links = reader.isMember && row.motions.length > 0 ? await readMotionLinks(db, circleId, row) : []
  const { motion, postedAt } = row
  const fromOf = (own: readonly PartOf[]): number | null => {
    if (!motion || !postedAt || row.reversedAt) return null
    const booked = own.flatMap(({ bookedAt }) => (bookedAt ? [new Date(bookedAt).getTime()] : []))
    return mayDepositFrom(booked.length > 0 ? Math.max(...booked) : postedAt.getTime(), motion.noticeSeconds)
  }
  const from = fromOf([])
  const now = (await readDatabaseClock(db)).getTime()
  const passedAt = motion?.closedAt ? new Date(motion.closedAt).getTime() : null
  const entries = new Map(shown.flatMap(({ entry }) => (entry ? [[entry._id, entry] as const] : [])))
  const standing = rows.filter(({ postedOn, reversedAt, parts: declared }) => postedOn && !reversedAt && declared.length > 0)
  const isReversible = isOwning && reader.isMember && postedAt !== null && row.reversedAt === null
  const isReversing = row.motions.some(({ act, outcome, isWithdrawn }) => act === 'reverse' && outcome === null && !isWithdrawn)
  const lapsed = row.motions.findLast(({ because }) => because !== null)?.because ?? null
  return {
    ...summaryOf(basis, row),
    circle: basis.circle,
    today: basis.today,
    motion: links.find(({ act }) => act === 'post') ?? null,
    waitsUntil:
      row.state === 'waiting' && motion && passedAt !== null
        ? new Date(passedAt + daysToPost * motion.noticeSeconds * 1_000).toISOString()
        : null,
    lapsed: lapsed && distributionLapses[lapsed],
    reversedAt: row.reversedAt?.toISOString() ?? null,
    parts: shown.map(({ arc, receiver, amountCents, setOffCents, owedCents }) => ({
      arc,
      receiver: receiver === null ? null : { _id: receiver, name: names.get(receiver) ?? '' },
      amountCents,
      setOffCents,
      owedCents,
    })),
    receivers: receiversOf(basis, row, parts, { fromOf, now }),
    entries: [...entries.values()],
    motions: links.filter(({ act }) => act !== 'post'),
    oddCents: reader.isMember
      ? standing.toReversed().map(({ id, postedOn, amountCents, parts: declared }) => ({
          _id: id,
          day: postedOn ?? '',
          amountCents,
          oddArcs: oddArcsOf(declared),
        }))
      : [],
    desk: await readDesk(db, circleId, basis),
    may: {
      change: isOwning && reader.isTreasurer && row.state === 'draft',
      propose: isOwning && reader.isTreasurer && row.state === 'draft',
      proposeReversal: isReversible && !isReversing && (await judgeReversal(db, circleId, row.id)).ok,
      markPaid: reader.isTreasurer && isOwning && row.openCents > 0,
    },
    depositFrom: from === null ? null : new Date(from).toISOString(),
  }
}
