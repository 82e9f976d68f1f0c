import type { Insertable } from 'kysely'
import type { DB } from '#server/db/schema.generated.ts'

type Rows<Table extends keyof DB> = Insertable<DB[Table]>[]

/** What members decide: their rules, votes, threads and outcomes. */
export type DecidingRows = {
  readonly charters: Rows<'charters'>
  readonly charter_acceptances: Rows<'charter_acceptances'>
  readonly vote_history: Rows<'vote_history'>
  readonly vote_reasons: Rows<'vote_reasons'>
  readonly decision_record: Rows<'decision_record'>
  readonly record_votes: Rows<'record_votes'>
  readonly decisions: Rows<'decisions'>
  readonly posts: Rows<'posts'>
}

export type DemoRows = DecidingRows & {
  readonly users: Rows<'users'>
  readonly files: Rows<'files'>
  readonly circles: Rows<'circles'>
  readonly memberships: Rows<'memberships'>
  readonly arcs: Rows<'arcs'>
  readonly ledger: Rows<'ledger'>
  readonly waiting_list: Rows<'waiting_list'>
  readonly broker_assignments: Rows<'broker_assignments'>
  readonly properties: Rows<'properties'>
  readonly property_pictures: Rows<'property_pictures'>
  readonly preferences: Rows<'preferences'>
  readonly notices: Rows<'notices'>
  readonly saved_searches: Rows<'saved_searches'>
  readonly saved_search_matches: Rows<'saved_search_matches'>
}

export const emptyRows = (): DemoRows => ({
  users: [],
  files: [],
  circles: [],
  memberships: [],
  arcs: [],
  ledger: [],
  waiting_list: [],
  broker_assignments: [],
  properties: [],
  property_pictures: [],
  preferences: [],
  notices: [],
  saved_searches: [],
  saved_search_matches: [],
  charters: [],
  charter_acceptances: [],
  vote_history: [],
  vote_reasons: [],
  decision_record: [],
  record_votes: [],
  decisions: [],
  posts: [],
})
