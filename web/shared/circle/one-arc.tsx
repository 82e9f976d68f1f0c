import type { Circle } from '#contract/circles.ts'
import { freeArcsWords, oneArcPrice } from '#domain/arcs.ts'
import { formatMoney } from '#domain/money.ts'
import styles from './one-arc.module.css'

/** What one has to commit at least, and how many arcs are free. Nothing while the terms are not set. */
export function OneArc({ circle }: { circle: Pick<Circle, 'investmentCriteria' | 'sharesAvailable' | 'sharesTotal'> }) {
  const price = oneArcPrice(circle.investmentCriteria)
  if (price === null) return null
  return (
    <p className={`${styles.root} num`}>
      <span>
        One arc <b>{formatMoney(price)}</b>
      </span>
      {circle.sharesTotal > 0 && <span>{freeArcsWords(circle.sharesAvailable, circle.sharesTotal)}</span>}
    </p>
  )
}
