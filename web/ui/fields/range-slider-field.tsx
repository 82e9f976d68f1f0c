import '@mantine/core/styles/Slider.layer.css'
import { RangeSlider } from '@mantine/core'
import { useId } from 'react'
import type { SliderFieldProps } from './slider-field.tsx'
import { SliderFrame } from './slider-frame.tsx'

type Range = readonly [number, number]

type RangeSliderFieldProps = Omit<SliderFieldProps, 'value' | 'onChange' | 'onChangeEnd' | 'ticks' | 'onlyTicks' | 'tone'> & {
  value: Range
  onChange: (value: Range) => void
  onChangeEnd?: (value: Range) => void
  /** Text for both values, for example $400,000 to $2M. */
  formatRange?: (value: Range) => string
}

export function RangeSliderField({
  label,
  value,
  onChange,
  onChangeEnd,
  min,
  max,
  step,
  format,
  formatRange = ([from, to]) => `${format(from)} to ${format(to)}`,
  ends,
  error,
  disabled = false,
}: RangeSliderFieldProps) {
  const id = useId()
  return (
    <SliderFrame id={id} label={label} value={formatRange(value)} tone="evergreen" ends={ends} error={error}>
      <RangeSlider
        value={[value[0], value[1]]}
        onChange={onChange}
        {...(onChangeEnd && { onChangeEnd })}
        min={min}
        max={max}
        step={step}
        minRange={0}
        label={null}
        size={4}
        thumbSize={22}
        disabled={disabled}
        thumbFromLabel={`${label}, from`}
        thumbToLabel={`${label}, to`}
        thumbValueText={format}
        color="var(--ev-fill)"
      />
    </SliderFrame>
  )
}
