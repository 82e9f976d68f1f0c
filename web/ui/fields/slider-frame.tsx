import type { ReactNode } from 'react'
import { FieldMessage } from './field-message.tsx'
import styles from './slider-frame.module.css'

type SliderFrameProps = {
  id: string
  label: string
  value: string
  tone: 'evergreen' | 'clay'
  ends: readonly [ReactNode, ReactNode] | undefined
  error: ReactNode
  children: ReactNode
}

/** Label and value above the slider, ends of the track and error below. */
export function SliderFrame({ id, label, value, tone, ends, error, children }: SliderFrameProps) {
  return (
    <fieldset className={styles.sliderField} aria-labelledby={id}>
      <div className={styles.sliderFieldHead}>
        <span id={id}>{label}</span>
        <output className="num" data-tone={tone}>
          {value}
        </output>
      </div>
      {children}
      {ends && (
        <div className={`${styles.sliderFieldEnds} num`} aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
      {error && <FieldMessage>{error}</FieldMessage>}
    </fieldset>
  )
}
