import { expect, test } from 'vitest'
import { isLeadCard } from './lead-cards.ts'

const rowsOf = (cards: number): number[] => {
  const rows: number[] = []
  let filled = 0
  for (let index = 0; index < cards; index++) {
    filled += isLeadCard(index, cards) ? 2 : 1
    if (filled === 3) {
      rows.push(filled)
      filled = 0
    } else if (filled > 3) throw new Error(`row overflows at card ${index} of ${cards}`)
  }
  if (filled > 0) rows.push(filled)
  return rows
}

test('lead cards complete every row of three, for any number of cards but one', () => {
  for (let cards = 2; cards <= 50; cards++) expect(new Set(rowsOf(cards))).toEqual(new Set([3]))
})
