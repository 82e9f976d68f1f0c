import { reckonedWords } from './cents.ts'
import { daysBetween } from './dates.ts'
import { type Cents, formatCents } from './money.ts'

/** "1–3, 5": numbers of arcs, in their order. */
export function arcNumbers(arcs: readonly number[]): string {
  const runs: [from: number, to: number][] = []
  for (const arc of [...arcs].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[1] === arc - 1) last[1] = arc
    else runs.push([arc, arc])
  }
  return runs.map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`)).join(', ')
}

/** "Arcs 1–3", "Arc 12" */
export const arcsLabel = (arcs: readonly number[]): string => `${arcs.length === 1 ? 'Arc' : 'Arcs'} ${arcNumbers(arcs)}`

type Part = { readonly arc: number; readonly askedCents: Cents }

/** How a call is shared, explained once where the cents are seen. */
export function sharedWords(kind: 'purchase' | 'further', parts: readonly Part[]): string {
  const amounts = [...new Set(parts.map(({ askedCents }) => askedCents))].sort((a, b) => b - a)
  const [most, least] = amounts
  const arcsOf = (cents: Cents) => parts.filter(({ askedCents }) => askedCents === cents).map(({ arc }) => arc)
  if (kind === 'purchase')
    return amounts.length === 1 && most !== undefined
      ? `In proportion to the price of each arc: ${formatCents(most)} each.`
      : 'In proportion to the price of each arc, to the cent.'
  if (most === undefined) return 'Equal per arc.'
  if (least === undefined) return `Equal per arc: ${formatCents(most)} each.`
  const more = arcsOf(most)
  return `Equal per arc. ${arcsLabel(more)} ${more.length === 1 ? 'is' : 'are'} asked one cent more this time, ${formatCents(most)}; ${arcsLabel(arcsOf(least)).toLowerCase()} ${formatCents(least)}. Over further calls it evens out.`
}

/** How a holder's part is made of those of their arcs: `1 × $302.14 + 3 × $302.13`. */
export const ownPartWords = (parts: readonly Part[], arcs: readonly number[]): string => {
  const own = parts.filter(({ arc }) => arcs.includes(arc)).map(({ askedCents }) => askedCents)
  return own.length === 1 ? arcsLabel(arcs) : `${arcsLabel(arcs)}: ${reckonedWords(own)}`
}

type Standing = { readonly state: 'open' | 'complete' | 'over'; readonly dueDay: string }

/** "Open, 13 days left". Overdue stands as words: it has no other consequence. */
export function callStandingWords({ state, dueDay }: Standing, today: string): string {
  if (state === 'over') return 'Ended: the purchase was given up'
  if (state === 'complete') return 'All paid'
  const days = daysBetween(today, dueDay)
  if (days === 0) return 'Open, due today'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days > 0 ? `Open, ${count} left` : `Open, late by ${count}`
}
