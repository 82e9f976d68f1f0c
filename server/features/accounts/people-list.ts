import { sql } from 'kysely'
import type { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import type { PeopleSort, peopleQuery } from '#contract/admin.ts'
import { byteOrderMark, csvText } from '#domain/csv.ts'
import { formatDay, type Zone } from '#domain/dates.ts'
import { roleLabels, statusLabel, verificationLabel, verificationLabels } from '#domain/person.ts'
import type { Database } from '#server/db/connect.ts'
import { type ListOptions, likePattern, mapList, readBatches, readList, type SortColumns, tableDate } from '#server/db/pages.ts'
import { toUser } from '#server/shared/people/users.ts'

export type PeopleKind = 'user' | 'broker'
type PeopleQuery = z.infer<typeof peopleQuery>

const sortColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  name: sql`lower(first_name || ' ' || last_name)`,
  email: sql`lower(email)`,
  status: 'status',
  isVerified: 'verification',
  role: 'role',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} satisfies SortColumns<PeopleSort>

/** Days depend on who reads, so no index has them; only a search that could be part of one reads them. */
const isPartOfDay = (search: string): boolean => /^[\d-]+$/.test(search)

const keysOf = (labels: Readonly<Record<string, string>>, search: string): string[] =>
  Object.keys(labels).filter((key) => labels[key]?.toLowerCase().includes(search.toLowerCase()))

/** Whether a cell of the table shows the text: in `list_text`, as the label of a key, or in a day. */
function isFound(kind: PeopleKind, search: string, zone: Zone) {
  const pattern = likePattern(search)
  return sql<boolean>`(list_text like lower(${pattern})
    ${kind === 'user' ? sql`or role = any(${keysOf(roleLabels, search)}) or verification = any(${keysOf(verificationLabels, search)})` : sql``}
    ${isPartOfDay(search) ? sql`or ${tableDate('created_at', zone)} like ${pattern}` : sql``})`
}

const options: ListOptions<PeopleSort> = { by: '-createdAt', id: 'id' }

function selectPeople(db: Database, kind: PeopleKind, { search, verification }: PeopleQuery, zone: Zone) {
  const isBroker = kind === 'broker'
  return db
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .$if(isBroker, (select) => select.where('is_broker', '=', true))
    .$if(verification !== undefined, (select) => select.where('verification', '=', verification ?? 'awaiting'))
    .$if(!!search, (select) => select.where(isFound(kind, search ?? '', zone)))
}

export const listPeople = async (db: Database, kind: PeopleKind, query: PeopleQuery, zone: Zone) =>
  mapList(await readList(selectPeople(db, kind, query, zone), query, sortColumns, options), toUser)

type Cells = readonly (readonly [header: string, value: (user: User) => string])[]

const verificationCell = ['Verification', verificationLabel] as const

const cellsOf = (kind: PeopleKind, zone: Zone): Cells => [
  ['First Name', (user) => user.firstName],
  ['Last Name', (user) => user.lastName],
  ['Email', (user) => user.email],
  ['Role', (user) => user.role],
  ...(kind === 'user' ? [verificationCell] : []),
  ['Status', (user) => statusLabel(user.status)],
  ['Created Date', (user) => formatDay(user.createdAt, zone, 'table')],
  ['Updated Date', (user) => formatDay(user.updatedAt, zone, 'table')],
]

/** The table as CSV: everyone who matches search and filter, in the table's order. */
export async function peopleCsv(db: Database, kind: PeopleKind, query: PeopleQuery, zone: Zone): Promise<AsyncGenerator<string>> {
  const cells = cellsOf(kind, zone)
  const batches = await readBatches(selectPeople(db, kind, query, zone), query.sort, sortColumns, options)
  async function* parts() {
    yield csvText([cells.map(([header]) => header)])
    for await (const rows of batches) {
      const users = rows.map(toUser)
      yield csvText(users.map((user) => cells.map(([, value]) => value(user)))).slice(byteOrderMark.length)
    }
  }
  return parts()
}
