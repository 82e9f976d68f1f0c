import { currencySettings, currencyValue, formatDollarField, keepCurrencyCharacters } from '#domain/money.ts'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import type { FieldProps } from '#web/ui/fields/field-props.ts'

type DollarFieldProps = FieldProps & { value: number | undefined; onChange: (value: number | undefined) => void }

/** An amount in whole dollars. */
export const DollarField = ({ value, onChange, ...rest }: DollarFieldProps) => (
  <CurrencyField
    symbol={currencySettings.US.symbol}
    keep={keepCurrencyCharacters}
    parse={currencyValue}
    format={formatDollarField}
    value={value}
    onChange={(dollars) => onChange(dollars === undefined ? undefined : Math.round(dollars))}
    {...rest}
  />
)
