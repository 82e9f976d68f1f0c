import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { currencySettings, currencyValue, formatDollarField, keepCurrencyCharacters } from '#domain/money.ts'
import type { CircleFilter } from '#domain/search.ts'
import { onlyFreeArcs } from '#domain/search-chips.ts'
import { arcPricesOf } from '#domain/search-url.ts'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import styles from './find-circles.module.css'

const debounceMilliseconds = 600

type Prices = { readonly from: number | undefined; readonly to: number | undefined }

const dollars = {
  symbol: currencySettings.US.symbol,
  keep: keepCurrencyCharacters,
  parse: currencyValue,
  format: formatDollarField,
}

const isAbove = (from: number | undefined, to: number | undefined): boolean => from !== undefined && to !== undefined && from > to

const reversed = 'The lowest price is above the highest. Please check both.'

type ArcFiltersProps = {
  filter: CircleFilter
  onChange: (filter: CircleFilter) => void
  /** For changes while typing, which add no history entry. */
  onType: (filter: CircleFilter) => void
}

/** Two fields instead of a slider: people know the sum. They search after a debounce, and at once on blur. */
function ArcPriceFields({ filter, onType }: Omit<ArcFiltersProps, 'onChange'>) {
  const { minArcPrice, maxArcPrice, ...rest } = filter
  const [typed, setTyped] = useState<Prices | null>(null)
  const { from, to } = typed ?? { from: minArcPrice, to: maxArcPrice }
  const isReversed = isAbove(from, to)
  // What was typed is shown until the address has caught up with it.
  const wanted = typed && !isReversed ? arcPricesOf(typed.from, typed.to) : null
  if (wanted && wanted.minArcPrice === minArcPrice && wanted.maxArcPrice === maxArcPrice) setTyped(null)
  const search = useDebouncedCallback((prices: Prices) => onType({ ...rest, ...arcPricesOf(prices.from, prices.to) }), debounceMilliseconds)
  const type = (prices: Prices) => {
    setTyped(prices)
    if (isAbove(prices.from, prices.to)) search.cancel()
    else search(prices)
  }
  return (
    <div className={styles.filterPrices}>
      <CurrencyField
        label="Arc price from"
        {...dollars}
        value={from}
        onChange={(value) => type({ from: value, to })}
        onBlur={() => search.flush()}
      />
      <CurrencyField
        label="Arc price to"
        {...dollars}
        value={to}
        onChange={(value) => type({ from, to: value })}
        onBlur={() => search.flush()}
      />
      {isReversed && <FieldMessage>{reversed}</FieldMessage>}
    </div>
  )
}

export function ArcFilters({ filter, onChange, onType }: ArcFiltersProps) {
  const { hasFreeArcs, ...rest } = filter
  return (
    <>
      <ArcPriceFields filter={filter} onType={onType} />
      <div className={styles.filterFree}>
        <ToggleField
          label={onlyFreeArcs}
          description="Full circles are left out; the count and the map follow."
          value={hasFreeArcs ?? false}
          onChange={(isOn) => onChange(isOn ? { ...rest, hasFreeArcs: true } : rest)}
        />
      </div>
    </>
  )
}
