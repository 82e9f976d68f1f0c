import { sql } from 'kysely'
import type { Charter } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { charterClauses } from '#domain/charter.ts'
import type { CountBy } from '#domain/counting.ts'
import { defaultRules, type Rules } from '#domain/outcome.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { sendTogether } from '#server/db/transaction.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'

type RulesRow = { count_by: string; threshold: number; quorum: number; veto_blocks: boolean }

export const rulesOf = (row: RulesRow): Rules => ({
  countBy: row.count_by as CountBy,
  threshold: row.threshold,
  quorum: row.quorum,
  vetoBlocks: row.veto_blocks,
})

export const rulesColumns = (rules: Rules): RulesRow => ({
  count_by: rules.countBy,
  threshold: rules.threshold,
  quorum: rules.quorum,
  veto_blocks: rules.vetoBlocks,
})

/** The charter of a circle that has none in the database yet. */
const firstCharter: Charter = { version: 1, rules: defaultRules, clauses: charterClauses(defaultRules), at: null }

const selectCharters = (db: Database | Tx, circleId: string) =>
  db.selectFrom('charters').selectAll().where('circle_id', '=', circleId).orderBy('version', 'desc')

type CharterRow = RulesRow & { version: number; clauses: unknown; at: Date | string }

const toCharter = (row: CharterRow): Charter => ({
  version: row.version,
  rules: rulesOf(row),
  clauses: row.clauses as Charter['clauses'],
  at: new Date(row.at).toISOString(),
})

/** In a query of circles: the row of the current charter. */
export const currentCharter = sql<CharterRow | null>`(select to_json(charters) from charters
  where charters.circle_id = circles.id order by charters.version desc limit 1)`

export const charterOf = (row: CharterRow | null | undefined): Charter => (row ? toCharter(row) : firstCharter)

/** Every stored version, newest first. */
export const readCharters = async (db: Database | Tx, circleId: string): Promise<Charter[]> =>
  (await selectCharters(db, circleId).execute()).map(toCharter)

export async function readCurrentCharter(db: Database | Tx, circleId: string): Promise<Charter> {
  return charterOf(await selectCharters(db, circleId).limit(1).executeTakeFirst())
}

/** Stores a version with its clauses as text, so that later changes of wording don't alter it. */
export async function writeCharter(tx: Tx, circleId: string, charter: Charter, setBy: string | null): Promise<void> {
  await tx
    .insertInto('charters')
    .values({
      circle_id: circleId,
      version: charter.version,
      ...rulesColumns(charter.rules),
      clauses: JSON.stringify(charter.clauses),
      set_by: setBy,
    })
    .execute()
}

type Acceptance = { readonly circleId: string; readonly membershipId: string; readonly userId: string }

/** Records that a buyer agrees to the current rules. The caller has locked the circle. */
export async function acceptCharter(tx: Tx, { circleId, membershipId, userId }: Acceptance, charter: Charter): Promise<void> {
  const acceptance = tx
    .insertInto('charter_acceptances')
    .values({ membership_id: membershipId, circle_id: circleId, version: charter.version, user_id: userId })
    .onConflict((conflict) => conflict.columns(['membership_id', 'version']).doNothing())
  await sendTogether([charter.at === null && writeCharter(tx, circleId, charter, null), acceptance.execute()])
}

/** A member agrees to the current rules: by their own word or, as the owner, by setting them. Not for buyers, whose purchase is logged. */
export async function agreeToCharter(tx: Tx, actor: Actor, circleId: string): Promise<void> {
  const membership = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!membership) throw new Refusal('membership_not_found')
  const charter = await readCurrentCharter(tx, circleId)
  await acceptCharter(tx, { circleId, membershipId: membership.id, userId: actor.id }, charter)
  await writeAudit(tx, { act: 'charter.accepted', by: actor, subject: ['circle', circleId], facts: { version: charter.version } })
}

/** Refuses to accept a charter of which the person has read another version. */
export function requireRead(charter: Charter, readVersion: number | undefined): void {
  if (readVersion !== undefined && readVersion !== charter.version) throw new Refusal('charter_changed')
}

/** Rules can't change while an open property has votes: people voted under them. */
export async function hasOpenVotes(tx: Tx, circleId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from open_decisions join preferences using (property_id) where circle_id = ${circleId}) as has`.execute(tx)
  return rows[0]?.has ?? false
}

/** Whether a motion has set the circle's rules: then the owner alone does not change them any more, in no stage. */
export async function areRulesByMotion(db: Database | Tx, circleId: string): Promise<boolean> {
  const set = await db
    .selectFrom('decision_record')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('kind', '=', 'rules')
    .where('cause', '=', 'motion')
    .limit(1)
    .executeTakeFirst()
  return set !== undefined
}

/** On record, because who was asked twice over 30 days and has not accepted can be let go. The caller has locked the circle. */
export async function recordAsks(
  tx: Tx,
  { circleId, version, askedBy }: { readonly circleId: string; readonly version: number; readonly askedBy: string },
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map((userId) => ({ id: newId(), circle_id: circleId, user_id: userId, version, asked_by: askedBy }))
  await tx.insertInto('charter_asks').values(rows).execute()
}
