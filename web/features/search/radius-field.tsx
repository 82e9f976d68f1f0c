import { useState } from 'react'
import { searchRadius } from '#domain/criteria.ts'
import { SliderField } from '#web/ui/slider-field.tsx'

type RadiusFieldProps = { label: string; radius: number; onChange: (radius: number) => void; ends?: boolean; disabled?: boolean }

const { min, max, step } = searchRadius

/** Follows the finger at once; the search follows when it is let go. */
export function RadiusField({ label, radius, onChange, ends = false, disabled = false }: RadiusFieldProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  return (
    <SliderField
      label={label}
      value={dragged ?? radius}
      onChange={setDragged}
      onChangeEnd={(value) => {
        setDragged(null)
        if (value !== radius) onChange(value)
      }}
      min={min}
      max={max}
      step={step}
      format={(miles) => `${miles} miles`}
      disabled={disabled}
      {...(ends && { ends: [min, max] as const })}
    />
  )
}
