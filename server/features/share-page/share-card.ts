import { formatMoney } from '#domain/money.ts'
import type { Database } from '#server/db/connect.ts'
import { type CircleRow, findCircle } from '#server/shared/circles/circles.ts'
import type { Card } from './card.ts'

export const siteName = 'Arcstead'

/** What a shared link says of the place that it leads to. */
export type Share = {
  readonly title: string
  /** One or two lines, shown by sites that preview the link. */
  readonly description: string
  /** In full, as the page shows them. */
  readonly words: string
  readonly picture: string
  readonly card: Card
}

const homeCard: Card = {
  title: 'Find Investment Circles',
  place: 'Connect with like-minded property investors',
  lines: ['Real Estate Investment Circles'],
  ring: { target: 12, holdings: [3, 2, 2, 1, 1], openPrices: [1, 1, 1] },
  centre: 'arch',
}

export const homeShare: Share = {
  title: homeCard.title,
  description: 'Find a circle, pool toward a target, decide together. Real Estate Investment Circles.',
  words: '',
  picture: '/og/arcstead.png',
  card: homeCard,
}

const sharesLeft = ({ open_prices, shares_total }: CircleRow): string =>
  open_prices.length === 0 ? 'Fully Funded' : `${open_prices.length} of ${shares_total} arcs left`

function fundingOf(circle: CircleRow): string[] {
  const { total_target_size: target, raised } = circle
  if (target === null || circle.shares_total === 0) return ['Target not set']
  return [`${formatMoney(raised)} of ${formatMoney(target)}`, sharesLeft(circle)]
}

const longestDescription = 200

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longestDescription) return line
  const words = line.slice(0, longestDescription)
  return `${words
    .slice(0, Math.max(words.lastIndexOf(' '), longestDescription / 2))
    .toWellFormed()
    .trimEnd()}…`
}

function shareOf(circle: CircleRow): Share {
  const place = [circle.city, circle.state].filter(Boolean).join(', ')
  const lines = fundingOf(circle)
  const card: Card = {
    title: circle.title,
    place,
    lines,
    ring: { target: circle.total_target_size, holdings: circle.holdings, openPrices: circle.open_prices },
    centre: 'percent',
  }
  return {
    title: circle.title,
    description: shorten(`${place}. ${lines.join(', ')}. ${circle.description}`),
    words: circle.description,
    picture: `/og/circle/${circle.id}.png`,
    card,
  }
}

/** Null for what the public may not see: a hidden circle must look like one that does not exist. */
export async function findShare(db: Database, circleId: string): Promise<Share | null> {
  const circle = await findCircle(db, circleId)
  return circle && !circle.hide_circle ? shareOf(circle) : null
}
