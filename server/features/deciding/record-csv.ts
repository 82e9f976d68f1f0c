import type { RecordRow } from '#contract/deciding.ts'
import { labelOf, preferences } from '#domain/choices.ts'
import { byteOrderMark, csvLines } from '#domain/csv.ts'
import { formatMoment, type Zone } from '#domain/dates.ts'
import { motionChoiceLabels } from '#domain/motions.ts'

/** Names the zone of its times. */
const headerIn = (zone: Zone) => [
  `When (${zone})`,
  'Entry',
  'Caused by',
  'Property or motion',
  'Price (USD)',
  'Rule version',
  'Rule',
  'Standing',
  'Counted of',
  'Voted',
  'Ready to Invest',
  'Watch List',
  'Veto',
  'Yes',
  'No',
  'Abstain',
  'Left out',
  'Came too late',
  'Member',
  'Arcs',
  'Vote',
  'Reason',
]

const entryCells = (row: RecordRow, zone: Zone) => [
  formatMoment(row.at, zone, 'table'),
  row.words,
  row.by ?? 'Voting closed',
  row.property?.address ?? row.motion?.title ?? '',
  row.property?.price ?? '',
  row.rules.version,
  row.rules.words,
  row.standing?.words ?? '',
  row.standing?.of ?? row.motionCount?.of ?? '',
  row.standing?.voted ?? row.motionCount?.voted ?? '',
  row.standing?.invest ?? '',
  row.standing?.watchList ?? '',
  row.standing?.veto ?? '',
  row.motionCount?.yes ?? '',
  row.motionCount?.no ?? '',
  row.motionCount?.abstain ?? '',
  row.motionCount?.leftOut ?? '',
  row.standing?.late ?? row.motionCount?.late ?? '',
]

const voteLabel = ({ preference, choice, isLeftOut }: RecordRow['votes'][number]): string => {
  if (isLeftOut) return 'Not counted'
  if (choice) return motionChoiceLabels[choice]
  return preference === null ? 'Not voted' : labelOf(preferences, preference)
}

/** One line per member's vote, with the entry repeated, so that a spreadsheet can filter by either. */
const linesOf = (row: RecordRow, zone: Zone) =>
  row.votes.length === 0
    ? [[...entryCells(row, zone), '', '', '', '']]
    : row.votes.map((vote) => [...entryCells(row, zone), vote.name, vote.arcs, voteLabel(vote), vote.reason ?? ''])

/** Streams the CSV while the record is read. */
export async function* recordCsv(pieces: AsyncIterable<readonly RecordRow[]>, zone: Zone): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([headerIn(zone)])
  for await (const rows of pieces) yield csvLines(rows.flatMap((row) => linesOf(row, zone)))
}
