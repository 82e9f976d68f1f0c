import type { RecordRow } from '#contract/deciding.ts'
import { labelOf, preferences } from '#domain/choices.ts'
import { byteOrderMark, csvLines } from '#domain/csv.ts'

const header = [
  'When (UTC)',
  'Entry',
  'Caused by',
  'Property',
  'Price (USD)',
  'Rule version',
  'Rule',
  'Standing',
  'Counted of',
  'Voted',
  'Ready to Invest',
  'Watch List',
  'Veto',
  'Came too late',
  'Member',
  'Arcs',
  'Vote',
  'Reason',
]

const entryCells = (row: RecordRow) => [
  row.at,
  row.words,
  row.by ?? 'Closing date',
  row.property?.address ?? '',
  row.property?.price ?? '',
  row.rules.version,
  row.rules.words,
  row.standing?.words ?? '',
  row.standing?.of ?? '',
  row.standing?.voted ?? '',
  row.standing?.invest ?? '',
  row.standing?.watchList ?? '',
  row.standing?.veto ?? '',
  row.standing?.late ?? '',
]

/** One line per member's vote, with the entry repeated, so that a spreadsheet can filter by either. */
const linesOf = (row: RecordRow) =>
  row.votes.length === 0
    ? [[...entryCells(row), '', '', '', '']]
    : row.votes.map((vote) => [
        ...entryCells(row),
        vote.name,
        vote.arcs,
        vote.preference === null ? 'Not voted' : labelOf(preferences, vote.preference),
        vote.reason ?? '',
      ])

/** Streams the CSV while the record is read. */
export async function* recordCsv(pieces: AsyncIterable<readonly RecordRow[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([header])
  for await (const rows of pieces) yield csvLines(rows.flatMap(linesOf))
}
