import type { ReactNode } from 'react'
import { Link } from 'react-router'
import cardStyles from '#web/ui/layout/card.module.css'
import styles from './map-card.module.css'

type MapCardFact = { readonly key: string; readonly icon: ReactNode; readonly text: ReactNode }

type MapCardProps = {
  map: ReactNode
  /** Over the map's lower edge, at the right. */
  disc?: ReactNode
  title: string
  titleId?: string
  place: ReactNode
  facts: readonly MapCardFact[]
  /** Directly under the facts. */
  price?: ReactNode
  /** Further content between the facts and the sums. */
  note?: ReactNode
  /** Label and value side by side. */
  sums: readonly { readonly label: string; readonly value: ReactNode }[]
  progress?: ReactNode
  /** Always 44 px high. */
  action: ReactNode
  /** The link target of the whole card. */
  to?: string
  /** Spans two columns where there is room. */
  isLead?: boolean
}

export function MapCard({
  map,
  disc,
  title,
  titleId,
  place,
  facts,
  price,
  note,
  sums,
  progress,
  action,
  to,
  isLead = false,
}: MapCardProps) {
  return (
    <article className={`${cardStyles.root} ${styles.root}`} data-lead={isLead} data-links={to !== undefined} aria-labelledby={titleId}>
      <div className={styles.map}>{map}</div>
      {disc && <div className={styles.disc}>{disc}</div>}
      <div className={styles.body}>
        <div className={styles.head} data-disc={disc !== undefined}>
          <h3 id={titleId}>{to === undefined ? title : <Link to={to}>{title}</Link>}</h3>
          <p className={styles.place}>{place}</p>
        </div>
        <ul className={styles.facts}>
          {facts.map(({ key, icon, text }) => (
            <li key={key}>
              {icon}
              {text}
            </li>
          ))}
        </ul>
        {price}
        {note && <div className={styles.note}>{note}</div>}
        <div className={styles.lower}>
          <dl className={`${styles.sums} num`}>
            {sums.map(({ label, value }) => (
              <div key={label}>
                <dt className="label">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div>
            {progress && <div className={styles.progress}>{progress}</div>}
            <div className={styles.action}>{action}</div>
          </div>
        </div>
      </div>
    </article>
  )
}

/** Three columns where there is room, else two or one. */
export function MapCardGrid({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <ul className={styles.grid}>{children}</ul>
    </div>
  )
}

/** Shown in a card's action slot when there is no action. */
export function CardSlot({ kind, icon, children }: { kind: 'own' | 'closed'; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.cardSlot} data-kind={kind}>
      {icon}
      {children}
    </span>
  )
}
