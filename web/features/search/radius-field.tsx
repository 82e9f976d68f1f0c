import { searchRadius } from '#domain/criteria.ts'
import { SliderField } from '#web/ui/fields/slider-field.tsx'
import { useDebouncedSlider } from './use-debounced-slider.ts'

type RadiusFieldProps = { label: string; radius: number; onChange: (radius: number) => void; ends?: boolean }

const { min, max, step } = searchRadius

const isSame = (a: number, b: number) => a === b

/** The slider moves at once; the search follows after a debounce. */
export function RadiusField({ label, radius, onChange, ends = false }: RadiusFieldProps) {
  const slider = useDebouncedSlider(radius, isSame, onChange)
  return (
    <SliderField
      label={label}
      {...slider}
      min={min}
      max={max}
      step={step}
      format={(miles) => `${miles} miles`}
      {...(ends && { ends: [min, max] as const })}
    />
  )
}
