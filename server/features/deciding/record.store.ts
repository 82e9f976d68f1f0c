import { type RawBuilder, sql } from 'kysely'
import type { RecordRow } from '#contract/deciding.ts'
import type { Motion } from '#contract/motions.ts'
import type { Preference } from '#domain/choices.ts'
import { utc, type Zone } from '#domain/dates.ts'
import type { EndingLapse } from '#domain/ending-lapse.ts'
import { type LapseReason, type MotionChoice, relatedParty } from '#domain/motions.ts'
import { ruleWords } from '#domain/outcome.ts'
import type { DistributionLapse } from '#domain/payouts.ts'
import { fullName } from '#domain/person.ts'
import { recordWords } from '#domain/record.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { rulesOf } from '#server/shared/deciding/charters.ts'
import { storedStanding } from '#server/shared/deciding/decisions.ts'
import { storedMotionCount } from '#server/shared/deciding/motions.ts'
import { leftAt } from '#server/shared/membership/left-at.ts'

type Named = { readonly firstName: string; readonly lastName: string }
type Vote = Named & {
  readonly arcs: number
  readonly preference: Preference | null
  readonly choice: MotionChoice | null
  readonly isLeftOut: boolean
  readonly isSilent: boolean
  readonly reason: string | null
}

/** Only members read motions; administrators read the rest of the record, former members what happened up to the day they left. */
type Place = { readonly circleId: string; readonly withMotions: boolean; readonly zone: Zone; readonly former?: string | undefined }

/** In SQL: when the day after this moment begins. What was decided on the day that someone left is theirs to read. */
const nextDay = (at: RawBuilder<Date>, zone: Zone) => sql<Date>`(((${at} at time zone ${zone})::date + 1)::timestamp at time zone ${zone})`

/** The record with current names; erased people are former members without reasons. */
const selectRecord = (db: Database, { circleId, withMotions, former, zone }: Place) =>
  db
    .selectFrom('decision_record')
    .leftJoin('users', 'users.id', 'decision_record.actor_id')
    .leftJoin('motions', 'motions.id', 'decision_record.motion_id')
    .leftJoin('motion_texts', 'motion_texts.motion_id', 'decision_record.motion_id')
    .leftJoin('motion_withdrawals', 'motion_withdrawals.motion_id', 'decision_record.motion_id')
    .leftJoin('distribution_lapses', 'distribution_lapses.motion_id', 'decision_record.motion_id')
    .leftJoin('windings_up', 'windings_up.motion_id', 'decision_record.motion_id')
    .selectAll('decision_record')
    .select([
      'users.first_name',
      'users.last_name',
      sql<string | null>`coalesce(motion_withdrawals.lapsed_because, distribution_lapses.because)`.as('lapsed_because'),
      'windings_up.lapsed_because as ending_lapse',
      'motions.kind as motion_kind',
      sql<string | null>`case when ${withMotions} then motion_texts.title end`.as('motion_title'),
      sql<
        Vote[]
      >`(select coalesce(json_agg(json_build_object('firstName', voter.first_name, 'lastName', voter.last_name, 'arcs', record_votes.arcs,
        'preference', record_votes.preference, 'choice', record_votes.choice, 'isLeftOut', record_votes.is_left_out, 'isSilent', record_votes.is_silent,
        'reason', coalesce(vote_reasons.reason, motion_vote_reasons.reason)) order by record_votes.arcs desc, record_votes.user_id), '[]')
        from record_votes join users voter on voter.id = record_votes.user_id
        left join votes_cast on votes_cast.id = record_votes.vote_id and votes_cast.preference = record_votes.preference
        left join vote_reasons on vote_reasons.vote_id = votes_cast.id
        left join motion_vote_reasons on motion_vote_reasons.vote_id = record_votes.vote_id
        where record_votes.record_id = decision_record.id)`.as('votes'),
    ])
    .where('decision_record.circle_id', '=', circleId)
    .$if(!withMotions, (rows) => rows.where('decision_record.kind', 'not like', 'motion%'))
    .$if(former !== undefined, (rows) => rows.where('decision_record.at', '<', nextDay(leftAt(circleId, former ?? ''), zone)))

type Row = Awaited<ReturnType<ReturnType<typeof selectRecord>['executeTakeFirstOrThrow']>>

function motionCountOf(row: Row): RecordRow['motionCount'] {
  const { by, of, voted, outcome, leftOut, silent, late } = storedMotionCount(row)
  return { outcome, of, voted, ...by, leftOut, silent, late }
}

function toRecordRow(row: Row, zone: Zone): RecordRow {
  const rules = rulesOf(row)
  const closesAt = row.closes_at?.toISOString() ?? null
  const { kind, state, address, charter_version: version } = row as Row & { kind: RecordRow['kind']; state: 'open' | null }
  const standing = state === null ? null : storedStanding(row, kind === 'closed')
  const motionCount = kind === 'motion_closed' ? motionCountOf(row) : null
  return {
    _id: row.id,
    kind,
    cause: row.cause as RecordRow['cause'],
    at: row.at.toISOString(),
    by: row.actor_id === null ? null : fullName({ firstName: row.first_name ?? '', lastName: row.last_name ?? '' }),
    property: row.property_id === null ? null : { _id: row.property_id, address: address ?? '', price: row.price ?? 0 },
    motion: row.motion_id === null ? null : { _id: row.motion_id, title: row.motion_title ?? '' },
    closesAt,
    rules: { ...rules, version, words: ruleWords(rules) },
    standing,
    motionCount,
    votes: row.votes.map(({ firstName, lastName, ...vote }) => ({ name: fullName({ firstName, lastName }), ...vote })),
    words: recordWords(
      {
        kind,
        address,
        state,
        outcome: standing?.outcome ?? null,
        cause: row.cause,
        closesAt,
        version,
        rules,
        title: row.motion_title,
        motionOutcome: motionCount?.outcome ?? null,
        party: relatedParty({ kind: row.motion_kind ?? '' }),
        lapsed: row.lapsed_because as LapseReason | DistributionLapse | null,
        endingLapse: row.ending_lapse as EndingLapse | null,
      },
      zone,
    ),
  }
}

/** What happened to a motion, oldest first. What is recorded of a motion names no day, so the zone does not matter. */
export async function readMotionRecord(db: Database, circleId: string, motionId: string): Promise<Motion['record']> {
  const rows = await selectRecord(db, { circleId, withMotions: true, zone: utc })
    .where('decision_record.motion_id', '=', motionId)
    .orderBy('decision_record.at')
    .orderBy('decision_record.id')
    .execute()
  return rows.map((row) => {
    const { _id, kind, at, by, words } = toRecordRow(row, utc)
    return { _id, kind: kind as Motion['record'][number]['kind'], at, by, words }
  })
}

type RecordQuery = { readonly property?: string | undefined; readonly page: number; readonly pageSize: number }

/** Newest first, paginated; optionally of one property. */
export async function readRecord(db: Database, place: Place, { property, page, pageSize }: RecordQuery) {
  if (property !== undefined && !isId(property)) return { items: [], total: 0, page, pageSize }
  const query = selectRecord(db, place).$if(property !== undefined, (rows) =>
    rows.where('decision_record.property_id', '=', property ?? ''),
  )
  const { total } = await query.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .orderBy('decision_record.at', 'desc')
    .orderBy('decision_record.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items: rows.map((row) => toRecordRow(row, place.zone)), total, page, pageSize }
}

const exportedAtOnce = 500

/** The whole record, oldest first, in batches with keyset pagination. */
export async function* exportRecord(db: Database, place: Place, property: string | undefined): AsyncGenerator<RecordRow[]> {
  if (property !== undefined && !isId(property)) return
  const query = selectRecord(db, place)
    .$if(property !== undefined, (rows) => rows.where('decision_record.property_id', '=', property ?? ''))
    .orderBy('decision_record.at')
    .orderBy('decision_record.id')
    .limit(exportedAtOnce)
  let last: string | null = null
  do {
    const after: string | null = last
    const rows = await query
      .$if(after !== null, (all) =>
        all.where(sql<boolean>`(decision_record.at, decision_record.id) > (select at, id from decision_record where id = ${after}::uuid)`),
      )
      .execute()
    last = rows.length === exportedAtOnce ? (rows.at(-1)?.id ?? null) : null
    yield rows.map((row) => toRecordRow(row, place.zone))
  } while (last !== null)
}

export async function countRecord(db: Database, place: Place, property: string | undefined): Promise<number> {
  const { total } = await readRecord(db, place, { property, page: 1, pageSize: 1 })
  return total
}
