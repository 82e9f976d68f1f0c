import { createHash } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { formerMember } from '#domain/person.ts'
import { concerns, statementWaitWords } from '#domain/statement-figures.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { reckonFigures } from './read-statement.ts'
import { readStates, readYearFacts } from './read-year-facts.ts'
import { statementPdf } from './statement-pdf.ts'

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Everyone who ever held an arc; arcs without a holder have none. */
const holdersOf = (holders: readonly { readonly holder: string }[]): string[] =>
  [...new Set(holders.map(({ holder }) => holder))].filter((holder) => holder !== '').sort()

/** Freezes the statements of a year, of all whom it concerns. The treasurer does, also of a circle that has ended. */
export async function issueStatements(tx: Tx, actor: Actor, circleId: string, year: number, site: Site): Promise<void> {
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, site)
  if (!(await findRelation(tx, circleId, actor))?.isMember) throw new Refusal('circle_not_found')
  if ((await readBookkeeper(tx, circleId)) !== actor.id) throw new Refusal('not_treasurer')
  const circle = await readYearFacts(tx, circleId)
  const states = await readStates(tx, circleId, circle)
  const known = states.get(year)
  if (!known) throw new Refusal('statement_not_found')
  if (known.state === 'issued') throw new Refusal('statements_issued')
  if (known.state !== 'ready') throw new Refusal('statements_not_yet', { error: statementWaitWords(known.state, known.suspenseCents) })
  const earlier = [...states].some(([each, { state }]) => each < year && state !== 'issued')
  if (earlier) throw new Refusal('statements_in_order')

  const { issued_at } = await tx
    .insertInto('statement_years')
    .values({ circle_id: circleId, year, issued_by: actor.id })
    .returning('issued_at')
    .executeTakeFirstOrThrow()
  const issuedAt = issued_at.toISOString()
  const people = holdersOf(circle.facts.holders)
  const names = await readNames(tx as Database, people)
  const concerned: string[] = []
  for (const person of people) {
    const figures = await reckonFigures(tx, circleId, circle, { year, person })
    if (!concerns(figures, circle.facts, person)) continue
    concerned.push(person)
    const text = JSON.stringify(figures)
    const name = names.get(person) ?? formerMember
    const { title: circleTitle, address, zone } = circle
    const printed = { name, address, issuedAt, circleTitle, figures, sha256: sha256(text), zone }
    const id = newId()
    await tx
      .insertInto('statements')
      .values({
        id,
        circle_id: circleId,
        year,
        user_id: person,
        figures: text,
        figures_sha256: sha256(text),
        pdf_a4_sha256: sha256(await statementPdf(printed, 'a4')),
        pdf_letter_sha256: sha256(await statementPdf(printed, 'letter')),
      })
      .execute()
    await tx.insertInto('statement_texts').values({ statement_id: id, name, circle_title: circleTitle, address }).execute()
  }
  await writeAudit(tx, {
    act: 'statements.issued',
    by: actor,
    subject: ['circle', circleId],
    facts: { year, statements: concerned.length },
  })
  await notify(
    tx,
    concerned.filter((person) => person !== actor.id),
    { kind: 'statement_issued', circleId, facts: { year } },
  )
  await publishCircleChange(tx, circleId, 'money')
}
