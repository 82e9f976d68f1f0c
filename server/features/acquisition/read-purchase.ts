import { sql } from 'kysely'
import type { Acquisition, AcquisitionStep } from '#contract/acquisition.ts'
import {
  canBeSkipped,
  decideEndStep,
  decideSkipStep,
  isOverdue,
  isReadyToFinish,
  mayPlanSteps,
  type StepActor,
  stepNow,
  stepTitle,
} from '#domain/acquisition-steps.ts'
import { totalOf } from '#domain/book-accounts.ts'
import { sumCents } from '#domain/cents.ts'
import { fullName } from '#domain/person.ts'
import { decideSettlement } from '#domain/settlement.ts'
import type { Tx } from '#server/db/connect.ts'
import { type AcquisitionRow, readLatestAcquisition, type StepRow } from '#server/shared/acquisitions/acquisitions.ts'
import { isMoneyAway, readGiveUpFacts } from '#server/shared/acquisitions/give-up.ts'
import { readStepFacts, type StepFacts } from '#server/shared/acquisitions/step-facts.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readSendingAccounts } from '#server/shared/book/bank-accounts.ts'
import { openCents, readCallParts } from '#server/shared/calls/call-parts.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { readPassedLoans } from '#server/shared/deciding/passed-loans.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { readDocumentLinks } from '#server/shared/documents/documents.ts'
import { isWhereToPayUsable } from '#server/shared/pay-details/pay-details.ts'
import { countHolders } from '#server/shared/settlements/settlements.ts'
import { lendersOf, readOpenPurchase } from './settle-purchase.ts'

export type PurchaseReader = {
  readonly id: string
  readonly isMember: boolean
  readonly isOwner: boolean
  /** May do what only verified members do. */
  readonly noticeSeconds: number
}

type Person = Acquisition['people'][number]

/** Members and brokers of the circle, members first. */
async function readPeople(db: Tx, circleId: string): Promise<Person[]> {
  const treasurer = await readTreasurer(db, circleId)
  const { rows } = await sql<{ id: string; firstName: string; lastName: string; isBroker: boolean; isOwner: boolean }>`
    select users.id, first_name as "firstName", last_name as "lastName", place.is_broker as "isBroker", place.is_owner as "isOwner" from (
      select user_id, false as is_broker, is_owner, created_at as since from memberships where circle_id = ${circleId} and ended_at is null
      union all select broker_id, true, false, assigned_at from broker_assignments where circle_id = ${circleId}) as place
    join users on users.id = place.user_id order by place.is_broker, place.since, users.id`.execute(db)
  return rows.map((row) => ({
    _id: row.id,
    name: fullName(row),
    isBroker: row.isBroker,
    maySendWire: row.isOwner || row.id === treasurer,
  }))
}

/** Current names of people, also of those who have left the circle. */
async function readNamesOf(db: Tx, ids: readonly (string | null)[]): Promise<(id: string) => { _id: string; name: string }> {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null)
  const rows =
    wanted.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'first_name as firstName', 'last_name as lastName']).where('id', 'in', wanted).execute()
  const names = new Map(rows.map((row) => [row.id, fullName(row)]))
  return (id) => ({ _id: id, name: names.get(id) ?? '' })
}

/** The property as it was decided on. */
async function readProperty(db: Tx, { recordId, propertyId, price, address }: AcquisitionRow) {
  const row = await db
    .selectFrom('decision_record')
    .select(['city', 'state_name', 'zip_code', 'image_key', 'at'])
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow()
  const place = `${row.city ?? ''}, ${[row.state_name, row.zip_code].filter(Boolean).join(' ')}`
  return { property: { _id: propertyId, address, place, price, imageUri: row.image_key }, passedAt: row.at.toISOString() }
}

type NoteFacts = Pick<StepFacts, 'signers' | 'money'> & {
  readonly isLoanPassed: boolean
  readonly waitsForSteps: boolean
  readonly isWhereToPayUsable: boolean
  readonly payers: { readonly asked: number; readonly paid: number }
}

/** What an open step waits for or follows from. */
function noteOf({ key, state }: StepRow, facts: NoteFacts): string | null {
  const { signers, payers } = facts
  if (key === 'agreement_signed') {
    if (!signers) return state === 'open' ? 'Follows from the signatures: name the document that all holders sign.' : null
    return `Follows from the signatures: ${signers.filter(({ hasSigned }) => hasSigned).length} of ${signers.length} have signed.`
  }
  if (key === 'money_collected') {
    if (facts.money.calledCents === 0) return state === 'open' ? 'Follows from the payments: no call is open yet.' : null
    return `Follows from the payments: ${payers.paid} of ${payers.asked} members have paid.`
  }
  if (state !== 'open') return null
  if (key === 'loan' && !facts.isLoanPassed) return 'Waits for a motion that names lender and amount. Without a loan it is skipped.'
  if (key !== 'wire') return null
  const waits = [facts.waitsForSteps && 'every step before it', !facts.isWhereToPayUsable && 'where to pay'].filter(Boolean)
  return waits.length === 0 ? null : `Waits for ${waits.join(', and for ')}.`
}

/** How many holders were asked in this purchase, and how many have paid all of it. */
async function readPayers(db: Tx, { id, circleId }: AcquisitionRow) {
  const parts = (await readCallParts(db, circleId)).filter((part) => part.acquisitionId === id && part.askedCents > 0)
  const asked = new Set(parts.map(({ holder }) => holder))
  const owing = new Set(parts.filter((part) => openCents(part) > 0).map(({ holder }) => holder))
  return { asked: asked.size, paid: asked.size - owing.size }
}

type Shown = { readonly acquisition: AcquisitionRow; readonly by: StepActor; readonly reader: PurchaseReader; readonly facts: StepFacts }

async function readShownSteps(db: Tx, { acquisition, by, reader, facts }: Shown): Promise<AcquisitionStep[]> {
  const { circleId } = acquisition
  const { steps, signers } = facts
  const today = await todayIn(db, circleId)
  const ending = {
    isLoanPassed: (await readPassedLoans(db, circleId)).length > 0,
    isWhereToPayUsable: await isWhereToPayUsable(db, circleId, null, reader.noticeSeconds),
  }
  const isOver = acquisition.outcome === 'given_up'
  const mayEnd = (step: StepRow) => !isOver && decideEndStep(step, steps, by, ending).ok
  const maySendMore = (step: StepRow) => acquisition.outcome === null && decideEndStep(step, steps, by, { ...ending, isFurther: true }).ok
  const mayPlan = reader.isMember && mayPlanSteps(by) && !isOver
  /** Owner and treasurer name the agreement; then everyone signs it. */
  const waitsForReader = ({ key }: StepRow) =>
    key === 'agreement_signed' && (signers ? signers.some((each) => each.userId === reader.id && !each.hasSigned) : mayPlan)
  const now = isOver ? null : stepNow(steps, (step) => mayEnd(step) || waitsForReader(step))
  const links = await readDocumentLinks(
    db,
    steps.flatMap(({ documentVersionId }) => documentVersionId ?? []),
  )
  const nameOf = await readNamesOf(
    db,
    steps.flatMap(({ assignedTo, endedBy }) => [assignedTo, endedBy]),
  )
  const payers = await readPayers(db, acquisition)
  return steps.map((step) => {
    const { id, key, state, assignedTo, dueDay, endedBy, endedAt, documentVersionId, reason } = step
    const waitsForSteps = steps.some((each) => each.position < step.position && each.state === 'open')
    return {
      _id: id,
      key,
      title: stepTitle(step),
      state,
      isNow: now?.id === id,
      isOverdue: !isOver && isOverdue(step, today),
      assignedTo: assignedTo ? nameOf(assignedTo) : null,
      dueDay,
      endedBy: endedBy ? nameOf(endedBy) : null,
      endedAt: endedAt?.toISOString() ?? null,
      // Brokers read documents that are shared with them, elsewhere.
      document: (reader.isMember && documentVersionId && links.get(documentVersionId)) || null,
      reason: state === 'skipped' ? reason : null,
      note: noteOf(step, { ...facts, ...ending, waitsForSteps, payers }),
      signers:
        reader.isMember && key === 'agreement_signed' && signers
          ? signers.map(({ userId, name, hasSigned }) => ({ _id: userId, name, hasSigned }))
          : null,
      mayEnd: mayEnd(step),
      maySendMore: step.key === 'wire' && step.state === 'done' && maySendMore(step),
      maySkip: mayPlan && canBeSkipped(key) && decideSkipStep(step, by).ok,
      mayChange: mayPlan,
    }
  })
}

type Balances = Awaited<ReturnType<typeof readBalances>>

async function readMoney(db: Tx, { acquisition, by, facts }: Shown, balances: Balances): Promise<Acquisition['money']> {
  const { total } = await db
    .selectFrom('arcs')
    .select(sql<number>`coalesce(sum(price), 0)::bigint`.as('total'))
    .where('circle_id', '=', acquisition.circleId)
    .executeTakeFirstOrThrow()
  const { calledCents, paidCents } = facts.money
  const leftToCallCents = total * 100 - calledCents
  return {
    calledCents,
    paidCents,
    leftToCallCents,
    heldByTitleCents: balances.get('held:title') ?? 0,
    cashCents: totalOf(balances, 'cash'),
    accounts: await readSendingAccounts(db, acquisition.circleId, balances),
    mayCall: acquisition.outcome === null && mayPlanSteps(by) && leftToCallCents > 0,
  }
}

async function readShownSettlement(db: Tx, { acquisition, reader }: Shown, balances: Balances): Promise<Acquisition['settlement']> {
  const open = acquisition.outcome === null ? await readOpenPurchase(db, acquisition.circleId) : null
  if (!open) return null
  const held = balances.get('held:title') ?? 0
  const decision = decideSettlement(open.lines, {
    passedPriceCents: acquisition.price * 100,
    passedLoans: await readPassedLoans(db, acquisition.circleId, lendersOf(open.lines)),
    heldByTitleCents: held,
  })
  const document = (await readDocumentLinks(db, [open.documentVersionId])).get(open.documentVersionId)
  if (!document) throw new Error('a settlement statement has a document')
  const nameOf = await readNamesOf(db, [open.proposedBy])
  const isAlone = (await countHolders(db, acquisition.circleId)) === 1
  return {
    _id: open.id,
    day: open.day,
    lines: open.lines.map((line) => ({ ...line })),
    // What would be refused now has no balance; confirming says why.
    balanceCents: decision.ok ? decision.value.balanceCents : 0,
    refundCents: decision.ok ? decision.value.refundCents : held,
    document,
    proposedBy: nameOf(open.proposedBy),
    proposedAt: open.proposedAt.toISOString(),
    mayConfirm: open.proposedBy !== reader.id || isAlone,
    mayWithdraw: reader.isOwner,
  }
}

/** What each is owed, and owes, after giving up; those at 0 are left out. */
async function readOwed(db: Tx, balances: Balances): Promise<Acquisition['owed']> {
  const owed = [...balances].flatMap(([key, cents]) =>
    key.startsWith('owed:') ? [{ id: key.slice('owed:'.length), owedCents: 0 - cents }] : [],
  )
  const nameOf = await readNamesOf(
    db,
    owed.map(({ id }) => id),
  )
  return owed
    .map(({ id, owedCents }) => ({ ...nameOf(id), owedCents }))
    .sort((a, b) => b.owedCents - a.owedCents || a.name.localeCompare(b.name))
}

async function giveUpOf(db: Tx, { acquisition, by }: Shown): Promise<Acquisition['giveUp']> {
  if (acquisition.outcome !== null) return 'not_now'
  const facts = await readGiveUpFacts(db, acquisition)
  if (isMoneyAway(facts)) return 'not_now'
  if (facts.isAnythingPaid) return 'motion'
  return by.isOwner ? 'owner' : 'not_now'
}

/** The circle's latest purchase as its reader may see it: brokers see their own steps and no money. Null if nothing was ever bought. */
export async function readPurchase(db: Tx, circleId: string, reader: PurchaseReader): Promise<Acquisition | null> {
  const acquisition = await readLatestAcquisition(db, circleId)
  if (!acquisition) return null
  const { isMember } = reader
  const facts = await readStepFacts(db, acquisition)
  const isTreasurer = isMember && (await readTreasurer(db, circleId)) === reader.id
  const shown: Shown = { acquisition, by: { id: reader.id, isOwner: reader.isOwner, isTreasurer }, reader, facts }
  const all = await readShownSteps(db, shown)
  const steps = isMember ? all : all.filter(({ assignedTo }) => assignedTo?._id === reader.id)
  const balances = isMember ? await readBalances(db, circleId) : new Map()
  const settlement = isMember ? await readShownSettlement(db, shown, balances) : null
  const nameOf = await readNamesOf(db, [acquisition.startedBy])
  const text = await db.selectFrom('acquisition_texts').select('reason').where('acquisition_id', '=', acquisition.id).executeTakeFirst()
  const isOpen = acquisition.outcome === null
  const count = (state: AcquisitionStep['state']) => sumCents(steps.map((step) => (step.state === state ? 1 : 0)))
  return {
    _id: acquisition.id,
    ...(await readProperty(db, acquisition)),
    structure: acquisition.structure,
    startedAt: acquisition.startedAt.toISOString(),
    startedBy: nameOf(acquisition.startedBy),
    outcome: acquisition.outcome,
    endedAt: acquisition.endedAt?.toISOString() ?? null,
    reason: acquisition.outcome === 'given_up' && isMember ? (text?.reason ?? '') : null,
    steps,
    done: count('done'),
    skipped: count('skipped'),
    money: isMember ? await readMoney(db, shown, balances) : null,
    settlement,
    mayAddStep: isOpen && isMember && mayPlanSteps(shown.by),
    mayFinish: isOpen && reader.isOwner && settlement === null && isReadyToFinish(facts.steps),
    giveUp: isMember ? await giveUpOf(db, shown) : 'not_now',
    owed: isMember && acquisition.outcome === 'given_up' ? await readOwed(db, balances) : null,
    people: isMember ? await readPeople(db, circleId) : [],
  }
}
