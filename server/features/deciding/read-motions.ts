import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Motion, MotionList, MotionSummary } from '#contract/motions.ts'
import { isFormKind, motionKindsIn } from '#domain/motion-kinds.ts'
import { effectWords, motionFactWords, motionRuleWords, notNowWords, ratifyWords } from '#domain/motion-words.ts'
import {
  claimedMember,
  closedMotionWords,
  isRefusal,
  type LapseReason,
  lapseWords,
  type MotionChoice,
  mayComeAgainAt,
  mayDeclareConflict,
  namedMember,
} from '#domain/motions.ts'
import { type Holding, holdersAt } from '#domain/weights.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import {
  countOpenMotion,
  factsOf,
  isOpen,
  type MotionRow,
  ruleOf,
  selectMotions,
  storedMotionCount,
} from '#server/shared/deciding/motions.ts'
import { payeeOf } from '#server/shared/deciding/payees.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readReserve, readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { readDocumentLinks } from '#server/shared/documents/documents.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { readPossible } from './possible-motions.ts'
import { readMotionRecord } from './record.store.ts'

const closedPageSize = 20

export type MotionReader = { readonly id: string; readonly isMember: boolean; readonly noticeSeconds: number }

const readFrozenCounts = async (db: Database, rows: readonly MotionRow[]) => {
  const ids = rows.flatMap(({ record_id }) => record_id ?? [])
  const records = ids.length === 0 ? [] : await db.selectFrom('decision_record').selectAll().where('id', 'in', ids).execute()
  return new Map(records.map((row) => [row.id, row]))
}

type Context = {
  readonly reader: MotionReader
  readonly holdings: readonly Holding[]
  readonly names: ReadonlyMap<string, string>
  readonly frozen: Awaited<ReturnType<typeof readFrozenCounts>>
  readonly followers: ReadonlyMap<string, { readonly _id: string; readonly title: string }>
}

function standingOf(row: MotionRow, { holdings, frozen }: Context): MotionSummary['standing'] {
  const record = frozen.get(row.record_id ?? '')
  const rule = ruleOf(row)
  if (record) {
    const { by, countBy: _, ...stored } = storedMotionCount(record)
    const words = closedMotionWords(rule, { ...stored, by }, stored.outcome)
    return { ...stored, ...by, missingInFavour: 0, missingVotes: 0, words }
  }
  const { by, passes: _, lacksTheirYes: _lacks, ...counted } = countOpenMotion(row, holdings, row.isDue)
  return { ...counted, ...by, ...(row.withdrawn_at && { outcome: row.lapsed_because ? ('lapsed' as const) : ('withdrawn' as const) }) }
}

/** The claim is about the reader, who is still a member and has neither answered nor declared a conflict. */
const mayAnswerClaim = (row: MotionRow, { holdings, reader }: Context): boolean =>
  isOpen(row) &&
  claimedMember(factsOf(row), row.proposed_by) === reader.id &&
  row.claimAnswer === null &&
  holdings.some(({ user }) => user === reader.id)

function toSummary(row: MotionRow, context: Context): MotionSummary {
  const { reader, names, followers, holdings } = context
  const standing = standingOf(row, context)
  const endedAt = row.closed_at ?? row.withdrawn_at ?? (row.isDue ? row.closes_at : null)
  const claimed = claimedMember(factsOf(row), row.proposed_by)
  return {
    _id: row.id,
    version: row.version,
    title: row.title,
    facts: factsOf(row),
    factWords: motionFactWords(factsOf(row)),
    proposedBy: { _id: row.proposed_by, name: names.get(row.proposed_by) ?? '' },
    at: row.at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    standing,
    countBy: ruleOf(row).countBy,
    myVote: row.votes.find(({ user }) => user === reader.id)?.choice ?? null,
    mayVote: isOpen(row) && holdings.some(({ user }) => user === reader.id) && !row.conflicted.includes(reader.id),
    followedBy: followers.get(row.id) ?? null,
    mayComeAgainAt:
      isRefusal(standing.outcome, row.isVotedOn) && endedAt
        ? new Date(mayComeAgainAt(endedAt.getTime(), reader.noticeSeconds)).toISOString()
        : null,
    lapsedBecause: row.lapsed_because && lapseWords[row.lapsed_because as LapseReason],
    claim:
      claimed === null
        ? null
        : {
            member: { _id: claimed, name: names.get(claimed) ?? '' },
            isSo: row.claimAnswer?.isSo ?? null,
            answeredAt: row.claimAnswer ? new Date(row.claimAnswer.at).toISOString() : null,
          },
    mayAnswerClaim: mayAnswerClaim(row, context),
  }
}

async function readFollowers(db: Database, circleId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { _id: string; title: string }>()
  const rows = await selectMotions(db, circleId)
    .where('motions.supersedes', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.supersedes ?? '', { _id: row.id, title: row.title }]))
}

async function readContext(db: Database, circleId: string, rows: readonly MotionRow[], reader: MotionReader): Promise<Context> {
  const holdings = await readHoldings(db, circleId)
  const facts = rows.map(factsOf)
  const named = facts.flatMap((each) => namedMember(each) ?? [])
  return {
    reader,
    holdings,
    names: await readNames(db, [...rows.map(({ proposed_by }) => proposed_by), ...named, ...holdings.map(({ user }) => user)]),
    frozen: await readFrozenCounts(db, rows),
    followers: await readFollowers(
      db,
      circleId,
      rows.map(({ id }) => id),
    ),
  }
}

/** Open motions by closing date, closed ones by the day of their end, newest first. */
export async function readMotions(db: Database, circleId: string, reader: MotionReader, page: number): Promise<MotionList> {
  const hasEnded = sql<boolean>`(motion_closings.motion_id is not null or motion_withdrawals.motion_id is not null or motions.closes_at <= clock_timestamp())`
  const all = selectMotions(db, circleId)
  const open = await all.where(sql<boolean>`not ${hasEnded}`).orderBy('motions.closes_at').orderBy('motions.id').execute()
  const closed = await all
    .where(hasEnded)
    .orderBy(sql`coalesce(motion_closings.at, motion_withdrawals.at, motions.closes_at)`, 'desc')
    .orderBy('motions.id', 'desc')
    .limit(closedPageSize)
    .offset((page - 1) * closedPageSize)
    .execute()
  const { total } = await all.where(hasEnded).clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const context = await readContext(db, circleId, [...open, ...closed], reader)
  return {
    open: open.map((row) => toSummary(row, context)),
    closed: closed.map((row) => toSummary(row, context)),
    closedTotal: total,
    page,
    pageSize: closedPageSize,
    kinds: reader.isMember ? [...motionKindsIn(await readStage(db, circleId))] : [],
  }
}

type Ballot = Motion['ballots'][number]

/** Everyone's vote: from the record once it is closed, else the holders of now. */
async function readBallots(db: Database, row: MotionRow, { holdings, names }: Context): Promise<Ballot[]> {
  const ids = row.votes.map(({ id }) => id)
  const reasons = new Map(
    ids.length === 0
      ? []
      : (await db.selectFrom('motion_vote_reasons').select(['vote_id', 'reason']).where('vote_id', 'in', ids).execute()).map((each) => [
          each.vote_id,
          each.reason,
        ]),
  )
  const owner = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', row.circle_id)
    .where('is_owner', '=', true)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const timesOf = new Map(row.votes.map(({ id, at }) => [id, new Date(at).toISOString()]))
  const holders = row.record_id
    ? await db.selectFrom('record_votes').selectAll().where('record_id', '=', row.record_id).orderBy('user_id').execute()
    : holdersAt(holdings, row.held_before.getTime()).map(({ user, arcs, late = 0, isSilent = false }) => {
        const vote = row.votes.find((each) => each.user === user)
        const is_left_out = row.conflicted.includes(user)
        return { user_id: user, arcs, late, is_silent: isSilent, choice: vote?.choice ?? null, vote_id: vote?.id ?? null, is_left_out }
      })
  const missing = await readNames(
    db,
    holders.map(({ user_id }) => user_id).filter((id) => !names.has(id)),
  )
  return holders
    .map((each) => ({
      user: each.user_id,
      name: names.get(each.user_id) ?? missing.get(each.user_id) ?? '',
      arcs: each.arcs,
      late: each.late,
      choice: each.choice as MotionChoice | null,
      reason: reasons.get(each.vote_id ?? '') ?? null,
      at: timesOf.get(each.vote_id ?? '') ?? null,
      isLeftOut: each.is_left_out,
      isSilent: each.is_silent && !each.is_left_out,
      isOwner: each.user_id === owner?.user_id,
    }))
    .sort(
      (a, b) =>
        Number(a.isLeftOut || a.isSilent) - Number(b.isLeftOut || b.isSilent) ||
        Number(a.choice === null) - Number(b.choice === null) ||
        b.arcs - a.arcs,
    )
}

/** The attached versions in the order of attaching, each with its file. */
async function readDocumentsOf(db: Database, { documents }: MotionRow): Promise<Motion['documents']> {
  if (documents.length === 0) return []
  const links = await readDocumentLinks(db, documents)
  const files = await db.selectFrom('document_versions').select(['id', 'file_key']).where('id', 'in', documents).execute()
  const keys = new Map(files.map(({ id, file_key }) => [id, file_key]))
  return documents.flatMap((versionId) => {
    const link = links.get(versionId)
    return link ? [{ ...link, title: link.title || 'A document', fileKey: keys.get(versionId) ?? '' }] : []
  })
}

export async function readMotion(db: Database, circleId: string, motionId: string, reader: MotionReader): Promise<Motion> {
  const row = isId(motionId) ? await selectMotions(db, circleId).where('motions.id', '=', motionId).executeTakeFirst() : undefined
  if (!row) throw new Refusal('motion_not_found')
  const context = await readContext(db, circleId, [row], reader)
  const facts = factsOf(row)
  const memberId = namedMember(facts)
  const memberName = memberId === null ? null : (context.names.get(memberId) ?? '')
  const rule = ruleOf(row)
  const replaced = row.supersedes
    ? await selectMotions(db, circleId).where('motions.id', '=', row.supersedes).executeTakeFirst()
    : undefined
  const { posts } = await db
    .selectFrom('posts')
    .select(sql<number>`count(*)`.as('posts'))
    .where('motion_id', '=', row.id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .executeTakeFirstOrThrow()
  const ratified = await db.selectFrom('book_permissions').select('entry_id').where('ratify_motion_id', '=', row.id).executeTakeFirst()
  const summary = toSummary(row, context)
  const isOwn = row.proposed_by === reader.id && reader.isMember
  const isParty = reader.isMember && isOpen(row)
  return {
    ...summary,
    text: row.body,
    documents: await readDocumentsOf(db, row),
    payee: payeeOf(row),
    member: memberId === null ? null : { _id: memberId, name: memberName ?? '' },
    rule: { words: motionRuleWords(rule), charterVersion: row.charter_version, moreThan: rule.moreThan, quorum: row.quorum },
    effect: ratified
      ? ratifyWords(row.lapsed_because === 'same_passed' ? 'passed' : summary.standing.outcome)
      : effectWords(facts, { payee: payeeOf(row), member: memberName, proposer: context.names.get(row.proposed_by) ?? 'The member' }),
    ballots: await readBallots(db, row, context),
    supersedes: replaced ? { _id: replaced.id, title: replaced.title } : null,
    mayChange: isOwn && isOpen(row) && !row.isLocked && isFormKind(factsOf(row).kind),
    mayWithdraw: isOwn && isOpen(row),
    mayDeclareConflict: isParty && mayDeclareConflict(facts, reader.id) && !row.conflicted.includes(reader.id),
    posts,
    record: await readMotionRecord(db, circleId, row.id),
  }
}

/** What the form for a new motion shows before sending. */
export async function readMotionBasis(db: Database, circleId: string, { id: readerId, isMember, noticeSeconds }: MotionReader) {
  const [charter, holdings, treasurer, reserve, stage] = await Promise.all([
    readCurrentCharter(db, circleId),
    readHoldings(db, circleId),
    readTreasurer(db, circleId),
    readReserve(db, circleId),
    readStage(db, circleId),
  ])
  const possible = await readPossible(db, circleId, stage, noticeSeconds)
  const { owner, fitOwners, letGo, closedMonths } = possible
  const names = await readNames(
    db,
    holdings.map(({ user }) => user),
  )
  const holders = holdersAt(holdings, Date.now() - noticeSeconds * 1_000)
  const facts = { ...possible, isOwner: owner === readerId, others: fitOwners.length }
  const notNow = motionKindsIn(stage).flatMap((kind) => {
    const why = notNowWords(kind, facts)
    return why === null ? [] : [{ kind, why }]
  })
  return {
    charterVersion: charter.version,
    rules: charter.rules,
    stage,
    holders: holders.map(({ user, arcs, late = 0, isSilent = false, isOwner = false }) => ({
      _id: user,
      name: names.get(user) ?? '',
      arcs,
      late,
      isSilent,
      isOwner,
    })),
    fitOwners: [...fitOwners],
    letGo: [...letGo],
    closedMonths: [...closedMonths],
    treasurer: treasurer === null ? null : { _id: treasurer, name: names.get(treasurer) ?? '' },
    reserve,
    kinds: isMember ? [...motionKindsIn(stage)] : [],
    notNow: isMember ? notNow : [],
    noticeSeconds,
  }
}
