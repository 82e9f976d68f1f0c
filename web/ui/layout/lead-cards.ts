/**
 * In a grid of three columns a lead card spans two, so that every row is complete: five cards have one lead, ten have two, nine none. The
 * second lead is at the right of the second row.
 */
export function isLeadCard(index: number, cards: number): boolean {
  const leads = (3 - (cards % 3)) % 3
  return (leads >= 1 && index === 0) || (leads === 2 && index === 3)
}
