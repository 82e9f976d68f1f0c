import { sql } from 'kysely'
import type { StageLine } from '#contract/motions.ts'
import { formatDate } from '#domain/dates.ts'
import { fullName } from '#domain/person.ts'
import { type StageFacts, stageSentence } from '#domain/stages.ts'
import type { Database } from '#server/db/connect.ts'
import { readCurrentCharter } from '#server/shared/decisions/charters.ts'
import { selectMotions, selectOpenMotions } from '#server/shared/motions/motions.ts'
import { readStage, readStageDates } from '#server/shared/stages/stages.ts'

const readOwner = (db: Database, circleId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.first_name as firstName', 'users.last_name as lastName'])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.is_owner', '=', true)
    .where('memberships.ended_at', 'is', null)
    .executeTakeFirst()

/** The circle's properties with their outcome and whether the reader has voted on them. */
const readProperties = (db: Database, circleId: string, readerId: string) =>
  db
    .selectFrom('properties')
    .leftJoin('decisions', 'decisions.property_id', 'properties.id')
    .select(['properties.address', 'decisions.closes_at', 'decisions.state', 'decisions.closed_by_record'])
    .select([
      sql<boolean>`coalesce(decisions.closes_at <= clock_timestamp(), false)`.as('isClosed'),
      sql<boolean>`exists (select from preferences where preferences.property_id = properties.id and user_id = ${readerId})`.as('hasVoted'),
    ])
    .where('properties.circle_id', '=', circleId)
    .where('properties.deleted_at', 'is', null)
    .orderBy(sql`decisions.closes_at nulls last`)
    .execute()

/** How many of those who hold arcs have agreed to the current version. */
async function readAgreement(db: Database, circleId: string): Promise<StageFacts['charter']> {
  const { version } = await readCurrentCharter(db, circleId)
  const { rows } = await sql<{ members: number; agreed: number }>`
    select count(*) as members, count(*) filter (where exists (select from charter_acceptances
      where charter_acceptances.membership_id = memberships.id and charter_acceptances.version = ${version})) as agreed
    from memberships where circle_id = ${circleId} and ended_at is null
      and exists (select from arcs where arcs.membership_id = memberships.id)`.execute(db)
  return { version, members: rows[0]?.members ?? 0, agreed: rows[0]?.agreed ?? 0 }
}

export async function readStageLine(db: Database, circleId: string, readerId: string): Promise<StageLine> {
  const [stage, began, owner, properties, motions, charter, arcs, anyMotion] = await Promise.all([
    readStage(db, circleId),
    readStageDates(db, circleId),
    readOwner(db, circleId),
    readProperties(db, circleId, readerId),
    selectOpenMotions(db, circleId).orderBy('motions.closes_at').execute(),
    readAgreement(db, circleId),
    db.selectFrom('arcs').select(['membership_id']).where('circle_id', '=', circleId).execute(),
    selectMotions(db, circleId).clearSelect().select('motions.id').limit(1).executeTakeFirst(),
  ])
  const isMember =
    (await db
      .selectFrom('memberships')
      .select('id')
      .where('circle_id', '=', circleId)
      .where('user_id', '=', readerId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()) !== undefined
  const open = motions.filter((motion) => !motion.isDue)
  const waitingMotions = isMember
    ? open.filter(({ votes, conflicted }) => !votes.some(({ user }) => user === readerId) && !conflicted.includes(readerId))
    : []
  const openProperties = properties.filter(({ isClosed }) => !isClosed)
  const waiting = isMember
    ? [
        ...waitingMotions.map(({ title, closes_at }) => ({ name: title || 'A motion', closes: closes_at as Date | null })),
        ...openProperties.filter(({ hasVoted }) => !hasVoted).map(({ address, closes_at }) => ({ name: address, closes: closes_at })),
      ].sort((a, b) => (a.closes?.getTime() ?? Number.POSITIVE_INFINITY) - (b.closes?.getTime() ?? Number.POSITIVE_INFINITY))
    : []
  const sentence = stageSentence({
    stage,
    arcs: arcs.length,
    freeArcs: arcs.filter(({ membership_id }) => membership_id === null).length,
    passed: properties.flatMap(({ state, isClosed, closed_by_record, address }) =>
      isClosed && closed_by_record && state === 'passes' ? [address] : [],
    ),
    waiting: waiting.map(({ name, closes }) => ({ name, closesOn: closes ? formatDate(closes) : null })),
    openProperties: openProperties.length,
    openMotions: open.length,
    charter,
  })
  return {
    stage,
    began,
    sentence,
    owner: owner ? { _id: owner.id, name: fullName(owner) } : null,
    openMotions: open.length,
    waitingMotions: waitingMotions.length,
    hasMotions: anyMotion !== undefined,
  }
}
