import type { ReactNode } from 'react'
import { Link } from 'react-router'
import cardStyles from '#web/ui/layout/card.module.css'
import styles from './map-card.module.css'

export type MapCardFact = { readonly key: string; readonly icon: ReactNode; readonly text: ReactNode }

type MapCardProps = {
  map: ReactNode
  /** Stands across the map's lower edge, at the right. */
  disc?: ReactNode
  title: string
  titleId?: string
  place: ReactNode
  facts: readonly MapCardFact[]
  /** What else there is to say, between the facts and the sums. */
  note?: ReactNode
  /** Label and value, side by side. */
  sums: readonly { readonly label: string; readonly value: ReactNode }[]
  progress?: ReactNode
  /** Always 44 px high. */
  action: ReactNode
  /** Where the whole card leads. */
  to?: string
  /** Spans two columns where there is room for it. */
  isLead?: boolean
}

/** A place on a map with its picture, facts and one action. */
export function MapCard({ map, disc, title, titleId, place, facts, note, sums, progress, action, to, isLead = false }: MapCardProps) {
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

/** Cards in three columns where there is room, else in two or one. */
export function MapCardGrid({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <ul className={styles.grid}>{children}</ul>
    </div>
  )
}

/** What stands in a card's action slot when there is nothing to press. */
export function CardSlot({ kind, icon, children }: { kind: 'own' | 'closed'; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.cardSlot} data-kind={kind}>
      {icon}
      {children}
    </span>
  )
}
