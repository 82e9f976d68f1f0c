import pg from 'pg'
import { propertyTypeValues } from '#domain/choices.ts'
import { loadPlaces } from '#server/db/places/load-places.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { settings, type Town } from './circle-outlines.ts'
import { emptyRows } from './demo-rows.ts'
import { inventCircle, type PlaceFacts, townPicker } from './invent-circle.ts'
import { type DemoOptions, loadDemo, writeRows } from './load-demo.ts'
import { emailOf } from './logins.ts'
import { nameOf } from './names.ts'
import { planCircle } from './plan-circle.ts'
import { daysBefore, planPerson } from './plan-people.ts'
import { pictureRows, planProperties } from './plan-properties.ts'
import { type PictureSubject, picturesPerKind, planPictures, readPictureFiles, storePicture } from './property-pictures.ts'
import { type Random, randomFrom } from './random.ts'

export type Wanted = { readonly circles: number; readonly users: number }
type Progress = (what: 'users' | 'circles', done: number, all: number) => void

type GrowOptions = DemoOptions & {
  readonly now?: Date
  readonly onProgress?: Progress
}

export class NotADemo extends Error {}

const userBatch = 5_000
const circleBatch = 250
// Older than the circles of circles.tsv and their members, so that those stay the newest.
const userAgeInDays = [950, 1_000] as const
const circleAgeInDays = [262, 940] as const

/**
 * Adds people and circles until there are as many as wanted. Each batch is one transaction and is seeded by its numbers alone,
 * so a run that was stopped goes on where it was.
 */
export async function growDemo({ now = new Date(), onProgress = () => {}, ...options }: GrowOptions, wanted: Wanted): Promise<void> {
  const { databaseUrl, store, root } = options
  if ((await loadDemo(options, now)) === 'other_data') throw new NotADemo('The database holds accounts that are not the demo’s.')
  await loadPlaces(databaseUrl, root)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'arcstead-demo' })
  await client.connect()
  try {
    const pickTown = townPicker(await placesOf(client))
    await growUsers(client, wanted.users, now, pickTown, onProgress)
    const pictureOf = await stockPictures(client, store, root, now)
    await growCircles(client, wanted.circles, { now, pickTown, pictureOf, onProgress })
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

async function placesOf(client: pg.ClientBase): Promise<PlaceFacts[]> {
  const { rows } = await client.query<PlaceFacts>(
    `select city, state_code, lat, lng, population from places where country = 'US' and population > 0 order by population desc, id`,
  )
  return rows
}

const countOf = async (client: pg.ClientBase, table: 'users' | 'circles'): Promise<number> =>
  Number((await client.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count)

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  await work()
  await client.query('commit')
}

async function growUsers(
  client: pg.ClientBase,
  wanted: number,
  now: Date,
  pickTown: (random: Random) => Town,
  onProgress: Progress,
): Promise<void> {
  const { rows } = await client.query<{ id: string; password_hash: string }>('select id, password_hash from users where email = $1', [
    emailOf('admin'),
  ])
  const admin = rows[0]
  if (!admin) throw new Error('The demo has no administrator')
  let count = await countOf(client, 'users')
  while (count < wanted) {
    const batch = emptyRows()
    for (const end = Math.min(wanted, count + userBatch); count < end; count++) {
      const random = randomFrom(`user ${count}`)
      const name = nameOf(count)
      const facts = { kind: 'investor', ...name, email: emailOf(`${name.firstName}.${name.lastName}.${count}`.toLowerCase()) } as const
      const createdAt = daysBefore(now, random.between(...userAgeInDays))
      batch.users.push(
        planPerson({ ...facts, createdAt, passwordHash: admin.password_hash, verifiedBy: admin.id, town: pickTown(random) }, random),
      )
    }
    await inTransaction(client, () => writeRows(client, batch))
    onProgress('users', count, wanted)
  }
}

/** One file per picture, shared by all added properties: a hundred thousand circles don't need three hundred thousand files. */
async function stockPictures(
  client: pg.ClientBase,
  store: Pick<FileStore, 'put'>,
  root: string,
  now: Date,
): Promise<(subject: PictureSubject, random: Random) => string> {
  const rows = emptyRows()
  const { pictures, pictureOf } = planPictures(await readPictureFiles(root), rows, now, 'stock')
  const keys = new Map<string, string[]>()
  for (const type of propertyTypeValues)
    for (const setting of settings)
      keys.set(
        `${type} ${setting}`,
        Array.from({ length: picturesPerKind }, (_, index) => pictureOf({ type, setting, address: `Stock ${index + 1}`, variant: index })),
      )
  const { rows: known } = await client.query<{ key: string }>('select key from files where key = any($1)', [pictures.map(({ key }) => key)])
  const kept = new Set(known.map(({ key }) => key))
  for (const picture of pictures) if (!kept.has(picture.key)) await storePicture(store, picture)
  await inTransaction(client, () => writeRows(client, { ...emptyRows(), files: rows.files.filter(({ key }) => !kept.has(key)) }))
  return ({ type, setting }, random) => random.pick(keys.get(`${type} ${setting}`) ?? [])
}

type Growth = {
  readonly now: Date
  readonly pickTown: (random: Random) => Town
  readonly pictureOf: (subject: PictureSubject, random: Random) => string
  readonly onProgress: Progress
}

async function growCircles(client: pg.ClientBase, wanted: number, { now, pickTown, pictureOf, onProgress }: Growth): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from users where is_verified and not is_broker and not is_admin and status = 'active' and email like $1 and created_at < $2 order by id`,
    [`%${emailOf('')}`, daysBefore(now, circleAgeInDays[1])],
  )
  const people = rows.map(({ id }) => id)
  if (people.length < 14) throw new Error('Too few people for more circles: ask for more with --users')
  const { rows: admins } = await client.query<{ id: string }>('select id from users where email = $1', [emailOf('admin')])
  const admin = admins[0]?.id ?? ''
  let count = await countOf(client, 'circles')
  while (count < wanted) {
    const batch = emptyRows()
    for (const end = Math.min(wanted, count + circleBatch); count < end; count++) {
      const random = randomFrom(`circle ${count}`)
      const outline = inventCircle(pickTown(random), random)
      const [owner = '', ...buyers] = someOf(people, 14, random)
      const createdAt = daysBefore(now, random.between(...circleAgeInDays))
      const plan = planCircle(outline, createdAt, now, { owner, buyers, admin }, random)
      batch.circles.push(plan.circle)
      batch.memberships.push(...plan.memberships)
      batch.arcs.push(...plan.arcs)
      batch.ledger.push(...plan.ledger)
      const listing = { outline, plan, brokers: [], now, picturesOf: (subject: PictureSubject) => [pictureOf(subject, random)] }
      for (const planned of planProperties(listing, random.whole(0, 2), random)) {
        batch.properties.push(planned.property)
        batch.property_pictures.push(...pictureRows(planned))
        batch.preferences.push(...planned.preferences)
      }
    }
    await inTransaction(client, () => writeRows(client, batch))
    onProgress('circles', count, wanted)
  }
}

/** Like `random.some`, without copying the whole list. */
function someOf(people: readonly string[], count: number, random: Random): string[] {
  const chosen = new Set<string>()
  while (chosen.size < count) chosen.add(random.pick(people))
  return [...chosen]
}
