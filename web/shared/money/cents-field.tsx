import type { Cents } from '#domain/money.ts'
import { currencySettings, currencyValue, formatCurrencyField, keepCurrencyCharacters } from '#domain/money.ts'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import type { FieldProps } from '#web/ui/fields/field-props.ts'

type CentsFieldProps = FieldProps & { value: Cents | undefined; onChange: (value: Cents | undefined) => void }

/** An amount to the cent: typed in dollars, kept as whole cents. */
export const CentsField = ({ value, onChange, ...rest }: CentsFieldProps) => (
  <CurrencyField
    symbol={currencySettings.US.symbol}
    keep={keepCurrencyCharacters}
    parse={currencyValue}
    format={(amount) => formatCurrencyField(amount, 'US')}
    value={value === undefined ? undefined : value / 100}
    onChange={(dollars) => onChange(dollars === undefined ? undefined : Math.round(dollars * 100))}
    {...rest}
  />
)
