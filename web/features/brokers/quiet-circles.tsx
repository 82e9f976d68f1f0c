import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { StageMini } from '#web/shared/circle/stage-mini.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { CountPill } from '#web/ui/layout/count-pill.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { areaText, BrokerRing, rangeText } from './broker-card.tsx'
import styles from './desk.module.css'
import { useShownFirst } from './use-shown-first.tsx'

const rowsAtFirst = 12

/** Circles in which nothing waits. */
export function QuietCircles({ circles }: { circles: readonly Circle[] }) {
  const { shown, more } = useShownFirst(circles, rowsAtFirst)
  return (
    <section className={styles.section} aria-labelledby="desk-quiet">
      <div className={styles.sectionHead}>
        <h2 id="desk-quiet">Nothing waits</h2>
      </div>
      <Card as="div" padded={false}>
        <Rows circles={shown} />
        {more && <div className={styles.rowsMore}>{more}</div>}
      </Card>
    </section>
  )
}

const endedNames = ([first, ...rest]: readonly Circle[]): string => {
  if (rest.length === 0) return isolate(first?.title ?? '')
  return `${isolate(first?.title ?? '')} and ${rest.length === 1 ? 'one' : rest.length} more`
}

/** Folded, except while a search finds some of them. */
export function EndedCircles({ circles, isSearched }: { circles: readonly Circle[]; isSearched: boolean }) {
  const [chosen, choose] = useState<boolean | null>(null)
  const isOpen = chosen ?? isSearched
  return (
    <Card padded={false} className={styles.section} aria-label="Ended">
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => choose(!isOpen)}>
        <IconChevronRight className={styles.foldSign} {...iconProps(19)} />
        Ended <CountPill>{circles.length}</CountPill>
        <small>{endedNames(circles)}</small>
      </button>
      {isOpen && <Rows circles={circles} />}
    </Card>
  )
}

function Rows({ circles }: { circles: readonly Circle[] }) {
  return (
    <ul className={styles.rows}>
      {circles.map((circle) => (
        <li key={circle._id} className={styles.row}>
          <BrokerRing circle={circle} />
          <div className={styles.rowName}>
            <h3>
              <Link className={styles.rowLink} to={paths.brokerCircle(circle._id)} aria-label={`Manage Circle: ${isolate(circle.title)}`}>
                <bdi>{circle.title}</bdi>
              </Link>
            </h3>
            <p className="small sub">{areaText(circle)}</p>
          </div>
          <div className={styles.rowStage}>
            <StageMini stage={circle.stage} />
          </div>
          <p className={`small sub num ${styles.rowRange}`}>
            <span className="visually-hidden">Investment range: </span>
            {rangeText(circle)}
          </p>
          <IconChevronRight className={styles.rowSign} {...iconProps(18)} />
        </li>
      ))}
    </ul>
  )
}
