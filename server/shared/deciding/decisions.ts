import { sql } from 'kysely'
import type { Deciding } from '#contract/deciding.ts'
import type { Preference } from '#domain/choices.ts'
import type { Holder } from '#domain/counting.ts'
import { countStanding, countWords, propertyOutcomeOf, ruleWords, type Standing } from '#domain/outcome.ts'
import { holdersAt } from '#domain/weights.ts'
import type { Database } from '#server/db/connect.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { readCurrentCharter, rulesOf } from './charters.ts'
import { readNames } from './read-names.ts'

/** Every reader sees what changed after their own vote; only members and administrators see who voted what and why. */
type Reader = { readonly id: string; readonly seesReasons: boolean }

type Vote = { readonly user: string; readonly preference: Preference; readonly vote: string | null; readonly at: string }
type Change = { readonly field: 'price' | 'address' | 'url'; readonly before: string; readonly after: string; readonly at: string }

const readStates = (db: Database, propertyIds: readonly string[], readerId: string) =>
  db
    .selectFrom('properties')
    .leftJoin('decisions', 'decisions.property_id', 'properties.id')
    .select(['properties.id', 'decisions.closes_at', 'decisions.held_before', 'decisions.moved_at', 'decisions.closed_by_record'])
    .select([
      sql<boolean>`coalesce(decisions.closes_at <= clock_timestamp(), false)`.as('isClosed'),
      sql<number>`(select count(*) from posts where posts.property_id = properties.id and posts.deleted_at is null and posts.hidden_at is null)`.as(
        'posts',
      ),
      sql<Vote[]>`(select coalesce(json_agg(json_build_object('user', preferences.user_id, 'preference', preferences.preference,
        'vote', preferences.vote_id, 'at', coalesce(votes_cast.at, preferences.updated_at)) order by preferences.created_at, preferences.user_id), '[]')
        from preferences left join votes_cast on votes_cast.id = preferences.vote_id
        where preferences.property_id = properties.id)`.as('votes'),
      sql<
        Change[]
      >`(select coalesce(json_agg(json_build_object('field', field, 'before', before, 'after', after, 'at', at) order by at), '[]')
        from property_changes join preferences using (property_id)
        where property_changes.property_id = properties.id and preferences.user_id = ${readerId} and at > seen_at)`.as('changes'),
    ])
    .where('properties.id', 'in', [...propertyIds])
    .execute()

const readHistory = (db: Database, propertyIds: readonly string[]) =>
  db
    .selectFrom('votes_cast')
    .leftJoin('vote_reasons', 'vote_reasons.vote_id', 'votes_cast.id')
    .select(['votes_cast.id', 'property_id', 'votes_cast.user_id', 'preference', 'votes_cast.at', 'vote_reasons.reason'])
    .where('property_id', 'in', [...propertyIds])
    .orderBy('votes_cast.at')
    .orderBy('votes_cast.id')
    .$castTo<{ id: string; property_id: string; user_id: string; preference: string | null; at: Date; reason: string | null }>()
    .execute()

type Entry = Awaited<ReturnType<typeof readHistory>>[number]

/** The stored results of closed properties. */
async function readFrozen(db: Database, recordIds: readonly string[]) {
  if (recordIds.length === 0) return new Map<string, Frozen>()
  const ids = [...recordIds]
  const records = await db.selectFrom('decision_record').selectAll().where('id', 'in', ids).execute()
  const votes = await db
    .selectFrom('record_votes')
    .leftJoin('vote_history', 'vote_history.id', 'record_votes.vote_id')
    .select(['record_id', 'record_votes.user_id', 'arcs', 'late', 'is_silent', 'record_votes.preference', 'vote_id', 'vote_history.at'])
    .where('record_id', 'in', ids)
    .orderBy('record_votes.user_id')
    .execute()
  return new Map(records.map((row) => [row.id, { row, votes: votes.filter((vote) => vote.record_id === row.id) }]))
}
type Frozen = {
  readonly row: {
    readonly count_by: string
    readonly threshold: number
    readonly quorum: number
    readonly veto_blocks: boolean
    readonly state: string | null
    readonly held: number | null
    readonly voted: number | null
    readonly invest: number | null
    readonly watch_list: number | null
    readonly veto: number | null
    readonly late: number | null
    readonly silent: number | null
    readonly at: Date
  }
  readonly votes: readonly {
    readonly user_id: string
    readonly arcs: number
    readonly late: number
    readonly is_silent: boolean
    readonly preference: string | null
    readonly vote_id: string | null
    readonly at: Date | null
  }[]
}

/** The stored result at the closing date, as figures and words. */
export function storedStanding(row: Frozen['row'], isClosed: boolean): Standing {
  const counted = {
    state: (row.state ?? 'open') as Standing['state'],
    of: row.held ?? 0,
    voted: row.voted ?? 0,
    invest: row.invest ?? 0,
    watchList: row.watch_list ?? 0,
    veto: row.veto ?? 0,
    missingVotes: 0,
    missingInvest: 0,
  }
  const rules = rulesOf(row)
  const outcome = propertyOutcomeOf(rules, counted, isClosed)
  return { ...counted, outcome, late: row.late ?? 0, silent: row.silent ?? 0, needed: 0, words: countWords(rules, counted, isClosed) }
}

type Shown = Vote & { readonly arcs: number; readonly late: number; readonly isSilent: boolean }

function showVote(vote: Shown, names: ReadonlyMap<string, string>, entries: readonly Entry[]): NonNullable<Deciding['votes']>[number] {
  const own = entries.filter((entry) => entry.user_id === vote.user)
  const current = own.find((entry) => entry.id === vote.vote)
  const history = own
    .filter((entry) => current !== undefined && entry !== current && entry.at <= current.at)
    .map((entry) => ({ preference: entry.preference as Preference | null, reason: entry.reason, at: entry.at.toISOString() }))
  return {
    user: vote.user,
    name: names.get(vote.user) ?? '',
    arcs: vote.arcs,
    late: vote.late,
    isSilent: vote.isSilent,
    preference: vote.preference,
    reason: current?.reason ?? null,
    at: new Date(vote.at).toISOString(),
    isChanged: history.some((entry) => entry.preference !== vote.preference),
    history,
  }
}

const shownVotes = (votes: readonly Vote[], frozen: Frozen | undefined, holders: readonly Holder[]): Shown[] =>
  frozen
    ? frozen.votes.flatMap(({ user_id, arcs, late, is_silent, preference, vote_id, at }) =>
        preference
          ? [
              {
                user: user_id,
                arcs,
                late,
                isSilent: is_silent,
                preference: preference as Preference,
                vote: vote_id,
                at: (at ?? frozen.row.at).toISOString(),
              },
            ]
          : [],
      )
    : votes.map((vote) => {
        const { arcs = 0, late = 0, isSilent = false } = holders.find((holder) => holder.user === vote.user) ?? {}
        return { ...vote, arcs, late, isSilent }
      })

/** The state of voting on properties of one circle, for this reader. */
export async function readDeciding(
  db: Database,
  circleId: string,
  propertyIds: readonly string[],
  reader: Reader,
): Promise<Map<string, Deciding>> {
  if (propertyIds.length === 0) return new Map()
  const [{ rules }, holdings, states, history] = await Promise.all([
    readCurrentCharter(db, circleId),
    readHoldings(db, circleId),
    readStates(db, propertyIds, reader.id),
    reader.seesReasons ? readHistory(db, propertyIds) : [],
  ])
  const frozen = await readFrozen(
    db,
    states.flatMap((state) => state.closed_by_record ?? []),
  )
  const holdersOf = (state: (typeof states)[number]) => holdersAt(holdings, state.held_before?.getTime() ?? null)
  const votesOf = new Map(
    states.map((state) => [state.id, shownVotes(state.votes, frozen.get(state.closed_by_record ?? ''), holdersOf(state))]),
  )
  const voters = [...votesOf.values()].flatMap((votes) => votes.map((vote) => vote.user))
  const names = reader.seesReasons ? await readNames(db, voters) : new Map<string, string>()
  return new Map(
    states.map((state) => {
      const record = frozen.get(state.closed_by_record ?? '')
      const entries = history.filter((entry) => entry.property_id === state.id)
      const ruled = record ? rulesOf(record.row) : rules
      const deciding: Deciding = {
        closesAt: state.closes_at?.toISOString() ?? null,
        movedAt: state.moved_at?.toISOString() ?? null,
        isClosed: state.isClosed,
        rule: ruleWords(ruled),
        countBy: ruled.countBy,
        standing: record ? storedStanding(record.row, true) : countStanding(rules, holdersOf(state), state.votes, state.isClosed),
        ...(reader.seesReasons && { votes: (votesOf.get(state.id) ?? []).map((vote) => showVote(vote, names, entries)) }),
        changedSinceVote: state.isClosed ? [] : state.changes.map((change) => ({ ...change, at: new Date(change.at).toISOString() })),
        posts: state.posts,
      }
      return [state.id, deciding]
    }),
  )
}
