import { sql } from 'kysely'
import type { Call, CallList, CallShare, CallSummary, Owing } from '#contract/calls.ts'
import { Refusal } from '#contract/errors.ts'
import { callReference } from '#domain/call-references.ts'
import { leastPerArcCents, leftToCall, partState, partStateWords } from '#domain/calls.ts'
import { sumCents } from '#domain/cents.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readLatestAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { type CallPart, openCents, readCallParts } from '#server/shared/calls/call-parts.ts'
import { readKept } from '#server/shared/calls/kept-money.ts'
import { readAskedBefore } from '#server/shared/calls/open-call.ts'
import { readMembers } from '#server/shared/calls/tell-of-calls.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { readContributions, readPaidBacks } from './read-contributions.ts'

type CallRow = {
  readonly id: string
  readonly number: number
  readonly kind: 'purchase' | 'further'
  readonly acquisition_id: string | null
  readonly amount_cents: Cents
  readonly paid_cents: Cents
  readonly due_day: string
  readonly code: string
  readonly opened_at: Date
  readonly why: string
  readonly is_over: boolean
  readonly motion_id: string | null
  readonly motion_title: string | null
  readonly passed_at: Date | null
}

async function readCallRows(db: Database | Tx, circleId: string): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select calls.id, calls.number, calls.kind, calls.acquisition_id, calls.amount_cents, calls.due_day, calls.code, calls.opened_at,
      coalesce(call_texts.why, '') as why, calls.motion_id, motion_texts.title as motion_title, motion_closings.at as passed_at,
      acquisitions.outcome is not distinct from 'given_up' as is_over,
      (select coalesce(-sum(book_lines.amount_cents), 0)::bigint from book_lines
        where book_lines.call_id = calls.id and book_lines.account = 'capital') as paid_cents
    from calls left join call_texts on call_texts.call_id = calls.id
    left join acquisitions on acquisitions.id = calls.acquisition_id
    left join motion_texts on motion_texts.motion_id = calls.motion_id
    left join motion_closings on motion_closings.motion_id = calls.motion_id
    where calls.circle_id = ${circleId} order by calls.number desc`.execute(db)
  return rows
}

type PaidDay = { readonly call_id: string; readonly arc: number; readonly day: string }

/** When each arc last paid something of each call, by payments that still count. */
async function readPaidDays(db: Database | Tx, circleId: string): Promise<PaidDay[]> {
  const { rows } = await sql<PaidDay>`
    select book_lines.call_id, book_lines.arc, max(book_entries.day) as day
    from book_lines join book_entries on book_entries.id = book_lines.entry_id
    where book_lines.circle_id = ${circleId} and book_lines.account = 'capital' and book_lines.call_id is not null
      and book_lines.amount_cents < 0 and not exists (select from book_entries as reversal where reversal.reverses = book_entries.id)
    group by book_lines.call_id, book_lines.arc`.execute(db)
  return rows
}

/** Everything that the pages of a circle's calls are made of. */
async function readBasis(db: Tx, circleId: string, actor: Actor) {
  const relation = await findRelation(db, circleId, actor)
  const members = await readMembers(db, circleId)
  const reader = { id: actor.id, members, keepsMoney: relation?.isOwner === true || (await readTreasurer(db, circleId)) === actor.id }
  const latest = await readLatestAcquisition(db, circleId)
  const parts = await readCallParts(db, circleId)
  return {
    reader,
    parts,
    latest,
    rows: await readCallRows(db, circleId),
    kept: await readKept(db, circleId),
    paidDays: await readPaidDays(db, circleId),
    today: await todayIn(db, circleId),
    names: await readNames(db as Database, [...members, ...parts.map(({ holder }) => holder)]),
    contributions: await readContributions(db, circleId, reader),
    paidBacks: await readPaidBacks(db, circleId, reader),
  }
}
type Basis = Awaited<ReturnType<typeof readBasis>>

/** One row per holder, in the order of their lowest arc. With a code, the parts are of one call. */
function sharesOf({ kept, paidDays, today, names }: Basis, parts: readonly CallPart[], code: string | null): CallShare[] {
  const holders = [...new Set([...parts].sort((a, b) => a.arc - b.arc).map(({ holder }) => holder))]
  return holders.map((holder) => {
    const own = parts.filter((part) => part.holder === holder)
    const arcs = [...new Set(own.map(({ arc }) => arc))].sort((a, b) => a - b)
    const open = own.filter((part) => openCents(part) > 0)
    const dueDay = [...(open.length > 0 ? open : own)].map((part) => part.dueDay).sort()[0] ?? today
    const sums = { askedCents: sumCents(own.map((part) => part.askedCents)), paidCents: sumCents(own.map((part) => part.paidCents)) }
    const days = paidDays.filter(({ call_id, arc }) => own.some((part) => part.callId === call_id && part.arc === arc))
    return {
      user: { _id: holder, name: names.get(holder) ?? '' },
      arcs,
      ...sums,
      openCents: sums.askedCents - sums.paidCents,
      state: partState({ ...sums, dueDay }, today),
      stateWords: partStateWords({ ...sums, dueDay }, today),
      paidOn:
        days
          .map(({ day }) => day)
          .sort()
          .at(-1) ?? null,
      reference: code === null ? null : callReference(code, arcs),
      keptCents: Math.max(0, kept.get(holder) ?? 0),
    }
  })
}

function summaryOf({ parts, reader }: Basis, row: CallRow): CallSummary {
  const openCentsOf = row.amount_cents - row.paid_cents
  const mine = parts.filter((part) => part.callId === row.id && part.holder === reader.id)
  return {
    _id: row.id,
    number: row.number,
    kind: row.kind,
    amountCents: row.amount_cents,
    paidCents: row.paid_cents,
    openCents: openCentsOf,
    dueDay: row.due_day,
    openedAt: row.opened_at.toISOString(),
    state: row.is_over ? 'over' : openCentsOf === 0 ? 'complete' : 'open',
    why: row.why,
    motion: row.motion_id ? { _id: row.motion_id, title: row.motion_title ?? '', passedAt: row.passed_at?.toISOString() ?? null } : null,
    myOpenCents: sumCents(mine.map(openCents)),
  }
}

async function readDesk(db: Tx, circleId: string, { reader, latest, today, names }: Basis): Promise<CallList['desk']> {
  const isBuying = latest?.outcome === null
  const arcs = isBuying ? await readAskedBefore(db, circleId, latest.id) : []
  const left = leftToCall(
    arcs.map(({ price }) => price),
    arcs.map(({ asked }) => asked),
  )
  const bankAccounts = await db
    .selectFrom('bank_accounts')
    .select(['id as _id', 'name'])
    .where('circle_id', '=', circleId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    today,
    mayOpen: isBuying && reader.keepsMoney && left >= leastPerArcCents * arcs.length,
    leftToCallCents: left,
    leastCallCents: leastPerArcCents * arcs.length,
    mayRecordForOthers: reader.keepsMoney,
    members: reader.members.map((_id) => ({ _id, name: names.get(_id) ?? '' })),
    bankAccounts,
    mayRecord: latest !== null,
  }
}

const isOpenWord = ({ state }: { readonly state: string }): boolean => state === 'waiting' || state === 'returning'

/** The calls of a circle, what the reader owes, and what waits for words. */
export async function readCalls(db: Tx, circleId: string, actor: Actor): Promise<CallList> {
  const basis = await readBasis(db, circleId, actor)
  const { rows, parts, latest, reader, today, kept } = basis
  const ofPurchase = latest ? parts.filter(({ acquisitionId }) => acquisitionId === latest.id) : []
  const mine = parts.filter((part) => part.holder === reader.id)
  const open = mine.filter((part) => openCents(part) > 0)
  const next = rows.filter(({ id }) => open.some(({ callId }) => callId === id)).at(-1)
  return {
    calls: rows.map((row) => summaryOf(basis, row)),
    purchase:
      ofPurchase.length === 0
        ? null
        : {
            calledCents: sumCents(ofPurchase.map(({ askedCents }) => askedCents)),
            paidCents: sumCents(ofPurchase.map(({ paidCents }) => paidCents)),
            shares: sharesOf(basis, ofPurchase, null),
          },
    mine: {
      openCents: sumCents(open.map(openCents)),
      keptCents: Math.max(0, kept.get(reader.id) ?? 0),
      isOverdue: open.some(({ dueDay }) => dueDay < today),
      next: next
        ? {
            callId: next.id,
            number: next.number,
            dueDay: next.due_day,
            reference: callReference(
              next.code,
              mine.filter(({ callId }) => callId === next.id).map(({ arc }) => arc),
            ),
          }
        : null,
    },
    waiting: basis.contributions.filter(isOpenWord),
    paidBacks: basis.paidBacks,
    desk: await readDesk(db, circleId, basis),
  }
}

/** A call with every part of it, and the payments that paid it or wait. */
export async function readCall(db: Tx, { circleId, callId }: { circleId: string; callId: string }, actor: Actor, noticeSeconds: number) {
  const basis = await readBasis(db, circleId, actor)
  const row = isId(callId) ? basis.rows.find(({ id }) => id === callId.toLowerCase()) : undefined
  if (!row) throw new Refusal('call_not_found')
  const parts = basis.parts.filter((part) => part.callId === row.id)
  const shares = sharesOf(basis, parts, row.code)
  const filledBy = await db
    .selectFrom('contributions')
    .innerJoin('book_lines', 'book_lines.entry_id', 'contributions.entry_id')
    .select('contributions.id')
    .where('book_lines.call_id', '=', row.id)
    .execute()
  const filling = new Set(filledBy.map(({ id }) => id))
  const reminders = await db
    .selectFrom('call_reminders')
    .select('at')
    .select(sql<boolean>`at > clock_timestamp() - ${noticeSeconds} * interval '1 second'`.as('isLate'))
    .where('call_id', '=', row.id)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const summary = summaryOf(basis, row)
  const isOfThis = (paid: { _id: string; callId: string | null; state: string }) =>
    paid.state !== 'withdrawn' && (isOpenWord(paid) || paid.callId === row.id || filling.has(paid._id))
  const call: Call = {
    ...summary,
    parts: parts.map(({ arc, askedCents, paidCents }) => ({ arc, askedCents, paidCents })),
    shares,
    mine: shares.find(({ user }) => user._id === actor.id) ?? null,
    contributions: basis.contributions.filter(isOfThis),
    paidBacks: basis.paidBacks,
    mayRemind: summary.state === 'open' && basis.reader.keepsMoney && reminders?.isLate !== true,
    remindedAt: reminders?.at.toISOString() ?? null,
    desk: await readDesk(db, circleId, basis),
  }
  return call
}

/** What the person owes in each of their circles, soonest first. */
export async function readOwing(db: Tx, actor: Actor): Promise<Owing> {
  const circles = await db
    .selectFrom('memberships')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['circles.id', 'circles.title'])
    .where('memberships.user_id', '=', actor.id)
    .where('memberships.ended_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where('circles.ended_at', 'is', null)
    .where(({ exists, selectFrom }) => exists(selectFrom('calls').select('calls.id').whereRef('calls.circle_id', '=', 'circles.id')))
    .orderBy('circles.id')
    .execute()
  const owing: Owing = []
  for (const { id, title } of circles) {
    const mine = (await readCallParts(db, id)).filter((part) => part.holder === actor.id && openCents(part) > 0)
    const today = await todayIn(db, id)
    for (const callId of new Set(mine.map((part) => part.callId))) {
      const parts = mine.filter((part) => part.callId === callId)
      const [{ call: number, dueDay }] = parts as [CallPart]
      const sum = sumCents(parts.map(openCents))
      owing.push({ circle: { _id: id, title }, callId, number, openCents: sum, dueDay, isOverdue: dueDay < today })
    }
  }
  return owing.sort((a, b) => (a.dueDay < b.dueDay ? -1 : a.dueDay > b.dueDay ? 1 : 0))
}
