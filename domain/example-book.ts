import type { BookLine, MoneyHolder } from './book-accounts.ts'
import { type ExampleEntry, type ExampleLine, exampleEntries } from './worked-example.ts'

/** A line of the worked example as rules take it. */
function bookLine({ account: key, amountCents }: ExampleLine): BookLine {
  const [account, of = ''] = key.split(':')
  if (account === 'cash') return { account, bankAccount: of, amountCents }
  if (account === 'held') return { account, heldBy: of as MoneyHolder, amountCents }
  if (account === 'owed') return { account, person: of, amountCents }
  if (account === 'capital' || account === 'paid_out') return { account, arc: Number(of), amountCents }
  return { account: key as 'rent', amountCents }
}

/** The entries of the worked example as rules take them. */
export const exampleBook = exampleEntries.map(({ no, day, lines }: ExampleEntry) => ({ no, day, lines: lines.map(bookLine) }))

export const exampleLines = (no: number): BookLine[] => exampleBook.find((entry) => entry.no === no)?.lines ?? []
