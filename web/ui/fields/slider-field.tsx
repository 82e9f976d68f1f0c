import '@mantine/core/styles/Slider.layer.css'
import { Slider } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { SliderFrame } from './slider-frame.tsx'

export type SliderFieldProps = {
  label: string
  value: number
  onChange: (value: number) => void
  onChangeEnd?: (value: number) => void
  min: number
  max: number
  step: number
  format: (value: number) => string
  /** `clay` marks the person's own amount. */
  tone?: 'evergreen' | 'clay'
  /** Values with a tick on the track; with `onlyTicks` only these can be chosen. */
  ticks?: readonly number[]
  onlyTicks?: boolean
  /** Labels under the ends of the track. */
  ends?: readonly [ReactNode, ReactNode]
  error?: ReactNode
  disabled?: boolean
}

export function SliderField({
  label,
  value,
  onChange,
  onChangeEnd,
  min,
  max,
  step,
  format,
  tone = 'evergreen',
  ticks = [],
  onlyTicks = false,
  ends,
  error,
  disabled = false,
}: SliderFieldProps) {
  const id = useId()
  return (
    <SliderFrame id={id} label={label} value={format(value)} tone={tone} ends={ends} error={error}>
      <Slider
        value={value}
        onChange={onChange}
        {...(onChangeEnd && { onChangeEnd })}
        min={min}
        max={max}
        step={step}
        label={null}
        size={4}
        thumbSize={22}
        disabled={disabled}
        thumbLabel={label}
        thumbValueText={format}
        marks={ticks.map((tick) => ({ value: tick }))}
        restrictToMarks={onlyTicks}
        color={tone === 'clay' ? 'var(--clay-arc)' : 'var(--ev-fill)'}
      />
    </SliderFrame>
  )
}
