import './skeletons.css'
import './states.css'
import { Loader } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'

/** A grey shape where something will stand. */
export function Bone({ width, height, radius }: { width?: CSSProperties['width']; height: CSSProperties['height']; radius?: number }) {
  return <div className="bone" style={{ width, height, borderRadius: radius }} />
}

/** A ring of which nothing is known yet: its bare track. */
export function RingSkeleton({ size = 64, stroke = 7 }: { size?: number; stroke?: number }) {
  return (
    <svg className="bone-ring" width={size} height={size} viewBox={`0 0 ${size} ${size}`} fill="none" aria-hidden="true">
      <circle cx={size / 2} cy={size / 2} r={(size - stroke) / 2 - 2.5} stroke="var(--sunk)" strokeWidth={stroke} />
    </svg>
  )
}

/** Says once, for screen readers, that something is on its way; the shapes themselves are silent. */
export function Loading({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    <div className="loading" role="status" aria-label={label}>
      {children}
    </div>
  )
}

export function CardSkeleton() {
  return (
    <div className="card card-padded">
      <Bone height={110} radius={10} />
      <div className="bone-row">
        <div className="bone-lines">
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
      <div className="bone-grid">
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
      <div className="card">
        <div className="bone-table-head">
          <Bone width={280} height={44} radius={10} />
          <Bone width={140} height={44} radius={10} />
        </div>
        {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key) => (
          <div className="bone-table-row" key={key}>
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
      <div className="bone-page">
        <Bone width="min(360px, 70%)" height={44} radius={10} />
        <Bone height={104} radius={14} />
        <Bone height={320} radius={14} />
      </div>
    </Loading>
  )
}

/** While the session is checked nothing of the page may show, so a spinner stands alone. */
export function SpinnerPage({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="spinner-page" role="status" aria-label={label}>
      <Loader size={36} />
    </div>
  )
}
