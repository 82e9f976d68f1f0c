import { sql } from 'kysely'
import type { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import type { PeopleSort, peopleQuery } from '#contract/admin.ts'
import { byteOrderMark, csvText } from '#domain/csv.ts'
import { formatTableDate } from '#domain/dates.ts'
import { statusLabel, verificationLabel, verificationLabels } from '#domain/person.ts'
import type { Database } from '#server/db/connect.ts'
import { type ListOptions, likePattern, mapList, readBatches, readList, type SortColumns } from '#server/db/pages.ts'
import { toUser } from '#server/shared/people/users.ts'

export type PeopleKind = 'user' | 'broker'
type PeopleQuery = z.infer<typeof peopleQuery>

const sortColumns = {
  firstName: 'first_name',
  lastName: 'last_name',
  name: sql`lower(first_name || ' ' || last_name)`,
  email: sql`lower(email)`,
  status: 'status',
  isVerified: sql`verification_label(is_admin, is_verified, verification_requested)`,
  role: sql`role_label(is_admin, is_broker)`,
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} satisfies SortColumns<PeopleSort>

/** The text of the brokers' table, columns separated by a line break; the users' table has the column `list_text`. */
const brokerText = sql`lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, '') || E'\\n' || status || E'\\n' || table_date(created_at))`

const options: ListOptions<PeopleSort> = { by: '-createdAt', id: 'id' }

function selectPeople(db: Database, kind: PeopleKind, { search, verification }: PeopleQuery) {
  const isBroker = kind === 'broker'
  return db
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .$if(isBroker, (select) => select.where('is_broker', '=', true))
    .$if(verification !== undefined, (select) =>
      select.where(sql<boolean>`${sortColumns.isVerified} = ${verificationLabels[verification ?? 'awaiting']}`),
    )
    .$if(!!search, (select) =>
      select.where(sql<boolean>`${isBroker ? brokerText : sql.ref('list_text')} like lower(${likePattern(search ?? '')})`),
    )
}

export const listPeople = async (db: Database, kind: PeopleKind, query: PeopleQuery) =>
  mapList(await readList(selectPeople(db, kind, query), query, sortColumns, options), toUser)

type Cells = readonly (readonly [header: string, value: (user: User) => string])[]

const verificationCell = ['Verification', verificationLabel] as const

const cellsOf = (kind: PeopleKind): Cells => [
  ['First Name', (user) => user.firstName],
  ['Last Name', (user) => user.lastName],
  ['Email', (user) => user.email],
  ['Role', (user) => user.role],
  ...(kind === 'user' ? [verificationCell] : []),
  ['Status', (user) => statusLabel(user.status)],
  ['Created Date', (user) => formatTableDate(user.createdAt)],
  ['Updated Date', (user) => formatTableDate(user.updatedAt)],
]

/** The table as CSV: everyone who matches search and filter, in the table's order. */
export async function peopleCsv(db: Database, kind: PeopleKind, query: PeopleQuery): Promise<AsyncGenerator<string>> {
  const cells = cellsOf(kind)
  const batches = await readBatches(selectPeople(db, kind, query), query.sort, sortColumns, options)
  async function* parts() {
    yield csvText([cells.map(([header]) => header)])
    for await (const rows of batches) {
      const users = rows.map(toUser)
      yield csvText(users.map((user) => cells.map(([, value]) => value(user)))).slice(byteOrderMark.length)
    }
  }
  return parts()
}
