import { Refusal } from '#contract/errors.ts'
import type { StatementYears, YearStatement } from '#contract/statements.ts'
import { holderOn } from '#domain/arc-capital.ts'
import { mayReadOwn } from '#domain/may/circle.ts'
import { concerns, figuresOf, type IssuedEnd, ownOnly, type StatementFigures } from '#domain/statement-figures.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readClosedTo } from '#server/shared/book/closed-months.ts'
import { requireMay } from '#server/shared/circles/relation.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { type CircleYears, endOfYear, readStates, readYearFacts } from './read-year-facts.ts'

const requireReader = (db: Database | Tx, circleId: string, actor: Actor) => requireMay(db, circleId, actor, mayReadOwn)

type Issued = {
  readonly figures: StatementFigures
  readonly sha256: string
  readonly name: string
  readonly title: string
  readonly address: string
}

export async function findIssuedStatement(db: Database | Tx, circleId: string, year: number, person: string): Promise<Issued | null> {
  const row = await db
    .selectFrom('statements')
    .innerJoin('statement_texts', 'statement_texts.statement_id', 'statements.id')
    .select(['figures', 'figures_sha256', 'name', 'circle_title', 'address'])
    .where('circle_id', '=', circleId)
    .where('year', '=', year)
    .where('user_id', '=', person)
    .executeTakeFirst()
  if (!row) return null
  const { figures, figures_sha256, name, circle_title, address } = row
  return { figures: figures as unknown as StatementFigures, sha256: figures_sha256, name, title: circle_title, address }
}

/** How the person's statement of the year before ended, if it was issued. */
export async function readIssuedEnd(db: Database | Tx, circleId: string, year: number, person: string): Promise<IssuedEnd | null> {
  const before = await findIssuedStatement(db, circleId, year - 1, person)
  if (!before) return null
  const { circleCents, ownCents } = before.figures.capitalAtEnd
  return { circleCents: circleCents ?? 0, ownCents }
}

/** What the book says now of the person's year. */
export async function reckonFigures(
  db: Database | Tx,
  circleId: string,
  { facts, today }: CircleYears,
  { year, person }: { readonly year: number; readonly person: string },
): Promise<StatementFigures> {
  const issuedBefore = await readIssuedEnd(db, circleId, year, person)
  return figuresOf(facts, person, { year, to: endOfYear(year, today), issuedBefore })
}

/** Years that concern the person; a member's are all. */
async function readableYears(
  db: Database | Tx,
  circleId: string,
  years: readonly number[],
  circle: CircleYears,
  person: string,
  { isMember }: { readonly isMember: boolean },
) {
  const own: number[] = []
  for (const year of years) {
    if (isMember || concerns(await reckonFigures(db, circleId, circle, { year, person }), circle.facts, person)) own.push(year)
  }
  return own
}

export async function readYears(db: Database | Tx, circleId: string, actor: Actor): Promise<StatementYears> {
  const reader = await requireReader(db, circleId, actor)
  const circle = await readYearFacts(db, circleId)
  const states = await readStates(db, circleId, circle)
  const own = await readableYears(db, circleId, [...states.keys()], circle, actor.id, reader)
  return {
    years: [...states]
      .filter(([year]) => own.includes(year))
      .map(([year, { state, issuedAt }]) => ({ year, state, issuedAt }))
      .reverse(),
    isTreasurer: (await readBookkeeper(db, circleId)) === actor.id,
  }
}

/** A person's own statement of a year: as it was issued, or what the book says so far. */
export async function readStatement(db: Database | Tx, circleId: string, year: number, actor: Actor): Promise<YearStatement> {
  const reader = await requireReader(db, circleId, actor)
  const circle = await readYearFacts(db, circleId)
  const states = await readStates(db, circleId, circle)
  const years = await readableYears(db, circleId, [...states.keys()], circle, actor.id, reader)
  const known = states.get(year)
  if (!known || !years.includes(year)) throw new Refusal('statement_not_found')
  const issued = await findIssuedStatement(db, circleId, year, actor.id)
  const reckoned = issued?.figures ?? (await reckonFigures(db, circleId, circle, { year, person: actor.id }))
  const { isFormer } = reader
  const { facts } = circle
  const holders = isFormer
    ? []
    : facts.prices.flatMap((_, index) => {
        const user = holderOn(facts.holders, index + 1, reckoned.to)
        return user ? [{ arc: index + 1, user }] : []
      })
  const names = await readNames(db as Database, [actor.id, ...holders.map(({ user }) => user)])
  return {
    circle: { _id: circleId, title: issued?.title ?? circle.title },
    address: issued?.address ?? circle.address,
    name: issued?.name ?? names.get(actor.id) ?? '',
    state: known.state,
    issuedAt: known.issuedAt,
    suspenseCents: isFormer ? null : known.suspenseCents,
    closedTo: await readClosedTo(db, circleId),
    isTreasurer: !isFormer && (await readBookkeeper(db, circleId)) === actor.id,
    isFormer,
    figures: (isFormer && !issued ? ownOnly(reckoned) : reckoned) as YearStatement['figures'],
    sha256: issued?.sha256 ?? null,
    holders: holders.map(({ arc, user }) => ({ arc, user, name: names.get(user) ?? '' })),
    years,
  }
}
