import './card.css'
import './map-card.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

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
    <article className="card map-card" data-lead={isLead} data-links={to !== undefined} aria-labelledby={titleId}>
      <div className="map-card-map">{map}</div>
      {disc && <div className="map-card-disc">{disc}</div>}
      <div className="map-card-body">
        <div className="map-card-head" data-disc={disc !== undefined}>
          <h3 id={titleId}>{to === undefined ? title : <Link to={to}>{title}</Link>}</h3>
          <p className="map-card-place">{place}</p>
        </div>
        <ul className="map-card-facts">
          {facts.map(({ key, icon, text }) => (
            <li key={key}>
              {icon}
              {text}
            </li>
          ))}
        </ul>
        {note && <div className="map-card-note">{note}</div>}
        <div className="map-card-lower">
          <dl className="map-card-sums num">
            {sums.map(({ label, value }) => (
              <div key={label}>
                <dt className="label">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div>
            {progress && <div className="map-card-progress">{progress}</div>}
            <div className="map-card-action">{action}</div>
          </div>
        </div>
      </div>
    </article>
  )
}

/** Cards in three columns where there is room, else in two or one. */
export function MapCardGrid({ children }: { children: ReactNode }) {
  return (
    <div className="map-card-frame">
      <ul className="map-card-grid">{children}</ul>
    </div>
  )
}

/** What stands in a card's action slot when there is nothing to press. */
export function CardSlot({ kind, icon, children }: { kind: 'own' | 'closed'; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="card-slot" data-kind={kind}>
      {icon}
      {children}
    </span>
  )
}
