import { sql } from 'kysely'
import type { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import type { peopleQuery } from '#contract/admin.ts'
import { byteOrderMark, csvText } from '#domain/csv.ts'
import { formatTableDate } from '#domain/dates.ts'
import { statusLabel } from '#domain/person.ts'
import type { Database } from '#server/db/connect.ts'
import { likePattern, mapList, readBatches, readList } from '#server/db/pages.ts'
import { toUser } from './users.lookup.ts'

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
}

/** What the brokers' table shows of them, in words, told apart by a line break; the users' table shows what `list_text` holds. */
const brokerText = sql`lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, '') || E'\\n' || status || E'\\n' || table_date(created_at))`

const options = { by: '-createdAt', id: 'id' }

function selectPeople(db: Database, kind: PeopleKind, search: string | undefined) {
  const isBroker = kind === 'broker'
  return db
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .$if(isBroker, (select) => select.where('is_broker', '=', true))
    .$if(!!search, (select) =>
      select.where(sql<boolean>`${isBroker ? brokerText : sql.ref('list_text')} like lower(${likePattern(search ?? '')})`),
    )
}

export const listPeople = async (db: Database, kind: PeopleKind, query: PeopleQuery) =>
  mapList(await readList(selectPeople(db, kind, query.search), query, sortColumns, options), toUser)

const header = ['First Name', 'Last Name', 'Email', 'Role', 'Status', 'Created Date', 'Updated Date']

const cellsOf = (user: User): string[] => [
  user.firstName,
  user.lastName,
  user.email,
  user.role,
  statusLabel(user.status),
  formatTableDate(user.createdAt),
  formatTableDate(user.updatedAt),
]

/** The table as a file for spreadsheets: everyone whom the search finds, in the table's order. */
export async function peopleCsv(db: Database, kind: PeopleKind, { search, sort }: PeopleQuery): Promise<AsyncGenerator<string>> {
  const batches = await readBatches(selectPeople(db, kind, search), sort, sortColumns, options)
  async function* parts() {
    yield csvText([header])
    for await (const rows of batches) yield csvText(rows.map((row) => cellsOf(toUser(row)))).slice(byteOrderMark.length)
  }
  return parts()
}
