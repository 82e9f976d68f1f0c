import { decimal } from '#domain/book-export.ts'
import { csvText } from '#domain/csv.ts'
import { type StatementFigures, statementSections } from '#domain/statement-figures.ts'

const amount = (cents: number | null): string => (cents === null ? '' : decimal(cents))

/** A statement as a table: its lines add up from the capital at the start to the capital at the end. */
export function statementCsv(figures: StatementFigures, name: string): string {
  const { commitment } = figures
  const rows = statementSections(figures).flatMap(({ title, rows: lines }) =>
    lines.map(({ label, words, circleCents, ownCents }) => [title, label, words, amount(circleCents), amount(ownCents)]),
  )
  return csvText([
    ['Part', 'What', 'How it is reckoned', 'Circle (USD)', `${name} (USD)`],
    ['Arcs', `Commitment, arcs ${figures.arcs.join(' ')}`, commitment.words, amount(commitment.circleCents), amount(commitment.ownCents)],
    ...rows,
  ])
}
