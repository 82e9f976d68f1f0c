import { Loader } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import cardStyles from '#web/ui/layout/card.module.css'
import styles from './skeletons.module.css'
import statesStyles from './states.module.css'

export function Bone({ width, height, radius }: { width?: CSSProperties['width']; height: CSSProperties['height']; radius?: number }) {
  return <div className={styles.bone} style={{ width, height, borderRadius: radius }} />
}

/** A ring without arcs. */
export function RingSkeleton({ size = 64, stroke = 7 }: { size?: number; stroke?: number }) {
  return (
    <svg className={styles.boneRing} width={size} height={size} viewBox={`0 0 ${size} ${size}`} fill="none" aria-hidden="true">
      <circle cx={size / 2} cy={size / 2} r={(size - stroke) / 2 - 2.5} stroke="var(--sunk)" strokeWidth={stroke} />
    </svg>
  )
}

/** Announces once to screen readers that content is loading; the shapes themselves are hidden from them. */
export function Loading({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    <div className={styles.loading} role="status" aria-label={label}>
      {children}
    </div>
  )
}

export function CardSkeleton() {
  return (
    <div className={`${cardStyles.root} ${cardStyles.padded}`}>
      <Bone height={110} radius={10} />
      <div className={styles.boneRow}>
        <div className={styles.boneLines}>
          <Bone width="70%" height={20} />
          <Bone width="45%" height={14} />
        </div>
        <RingSkeleton />
      </div>
      <Bone height={44} radius={10} />
    </div>
  )
}

export function CardGridSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <Loading>
      <div className={styles.boneGrid}>
        {Array.from({ length: cards }, (_, index) => `card-${index}`).map((key) => (
          <CardSkeleton key={key} />
        ))}
      </div>
    </Loading>
  )
}

export function TableSkeleton({ rows = 10 }: { rows?: number }) {
  return (
    <Loading>
      <div className={cardStyles.root}>
        <div className={styles.boneTableHead}>
          <Bone width={280} height={44} radius={10} />
          <Bone width={140} height={44} radius={10} />
        </div>
        {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key) => (
          <div className={styles.boneTableRow} key={key}>
            <Bone width="60%" height={16} />
            <Bone width="50%" height={14} />
            <Bone width="70%" height={14} />
            <RingSkeleton size={28} stroke={5} />
            <Bone width="55%" height={14} />
          </div>
        ))}
      </div>
    </Loading>
  )
}

export function PageSkeleton() {
  return (
    <Loading>
      <div className={styles.bonePage}>
        <Bone width="min(360px, 70%)" height={44} radius={10} />
        <Bone height={104} radius={14} />
        <Bone height={320} radius={14} />
      </div>
    </Loading>
  )
}

/** Shows nothing of the page, because the session is still being checked. */
export function SpinnerPage({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={statesStyles.spinnerPage} role="status" aria-label={label}>
      <Loader size={36} />
    </div>
  )
}
