import pg from 'pg'
import { copyRows } from '#server/db/copy.ts'
import type { Keys } from '#server/sessions/keys.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { readCircleOutlines } from './circle-outlines.ts'
import type { DemoRows } from './demo-rows.ts'
import { demoPassword } from './logins.ts'
import { withDemoClock } from './past/demo-clock.ts'
import { readDocuments } from './past/documents.ts'
import { writePast } from './past/write-past.ts'
import { planDemo } from './plan-demo.ts'
import { readPictureFiles, storePicture } from './property-pictures.ts'

const lockId = 74_210_552

/** When each circle began to gather and, if every arc is held, to decide. */
async function dateStages(client: pg.ClientBase, circleIds: readonly string[]): Promise<void> {
  await client.query(
    `insert into stage_history (circle_id, stage, began_at)
     select id, 'gathering', created_at from circles where id = any($1) order by created_at, id`,
    [circleIds],
  )
  await client.query(
    `insert into stage_history (circle_id, stage, began_at)
     select circle_id, 'deciding', max(at) from ledger where circle_id = any($1)
       and not exists (select from arcs where arcs.circle_id = ledger.circle_id and membership_id is null)
     group by circle_id order by max(at), circle_id`,
    [circleIds],
  )
}

/** The owners know their circles already. */
const putFirstStepsAway = (client: pg.ClientBase, circleIds: readonly string[]) =>
  client.query('insert into circle_first_steps (circle_id, put_away_at) select id, created_at from circles where id = any($1)', [circleIds])

/** Writes each table after those it refers to. */
export async function writeRows(client: pg.ClientBase, rows: DemoRows): Promise<void> {
  await copyRows(client, 'users', rows.users)
  await copyRows(client, 'files', rows.files)
  await copyRows(client, 'circles', rows.circles)
  await copyRows(client, 'memberships', rows.memberships)
  await copyRows(client, 'arcs', rows.arcs)
  await copyRows(client, 'ledger', rows.ledger)
  const circleIds = rows.circles.map(({ id }) => id)
  await dateStages(client, circleIds)
  await putFirstStepsAway(client, circleIds)
  await copyRows(client, 'waiting_list', rows.waiting_list)
  await copyRows(client, 'broker_assignments', rows.broker_assignments)
  await copyRows(client, 'properties', rows.properties)
  await copyRows(client, 'property_pictures', rows.property_pictures)
  await copyRows(client, 'vote_history', rows.vote_history)
  await copyRows(client, 'vote_reasons', rows.vote_reasons)
  await copyRows(client, 'preferences', rows.preferences)
  await copyRows(client, 'charters', rows.charters)
  await copyRows(client, 'charter_acceptances', rows.charter_acceptances)
  await copyRows(client, 'decision_record', rows.decision_record)
  await copyRows(client, 'record_votes', rows.record_votes)
  await copyRows(client, 'decisions', rows.decisions)
  await copyRows(client, 'posts', rows.posts)
  await copyRows(client, 'notices', rows.notices)
  await copyRows(client, 'saved_searches', rows.saved_searches)
  await copyRows(client, 'saved_search_matches', rows.saved_search_matches)
}

export type DemoOptions = {
  readonly databaseUrl: string
  readonly store: Pick<FileStore, 'put'>
  readonly root: string
  /** Sign the links of invitations. */
  readonly keys: Keys
  /** Encrypt where circles pay. */
  readonly dataKeys: DataKeys
  readonly publicUrl: string
}

/**
 * Fills an empty database with the demo. Pictures are stored first and all rows are written in one transaction,
 * so a load that was killed can run again.
 */
export async function loadDemo(options: DemoOptions, now = new Date()): Promise<'loaded' | 'there_already' | 'other_data'> {
  const { databaseUrl, store, root } = options
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'arcstead-demo' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockId])
    const { rows: found } = await client.query<{ demo: boolean }>(
      'select exists (select from users where is_demo) as demo from users limit 1',
    )
    if (found[0]) return found[0].demo ? 'there_already' : 'other_data'
    const [outlines, pictureFiles, documents, passwordHash] = await Promise.all([
      readCircleOutlines(root),
      readPictureFiles(root),
      readDocuments(root),
      hashPassword(demoPassword),
    ])
    const { rows, pictures, people } = planDemo({ outlines, pictureFiles, passwordHash }, now)
    for (const picture of pictures) await storePicture(store, picture)
    for (const { key, contentType, content } of documents.values()) await store.put({ key, contentType }, content)
    await withDemoClock(client, now, async (setClock) => {
      await writeRows(client, rows)
      await writePast(client, { ...options, now, setClock, people, documents, plannedNotices: rows.notices.map(({ id }) => id) })
    })
    await client.query('commit')
    // Without statistics of the new rows the first searches would be planned for empty tables.
    await client.query('analyze')
    return 'loaded'
  } finally {
    await client.end()
  }
}
