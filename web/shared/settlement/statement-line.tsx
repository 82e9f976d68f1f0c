import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { labelOf } from '#domain/choices.ts'
import type { Cents } from '#domain/money.ts'
import { CentsField } from '#web/shared/money/cents-field.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { type Column, columns, firstColumn, isEitherWay, type Kinds, kindOptions } from './columns.ts'
import styles from './settlement.module.css'

type Typed<Kind> = { readonly kind: Kind; readonly column: Column; readonly amountCents: Cents | undefined }

type StatementLineProps<Kind extends string> = {
  kinds: Kinds<Kind>
  line: Typed<Kind>
  number: number
  onChange: (to: Partial<Typed<Kind>>) => void
  onRemove: (() => void) | undefined
  /** What only some lines have, such as a lender. */
  children?: ReactNode
}

/** The fields of one line of a settlement statement. */
export function StatementLine<Kind extends string>({ kinds, line, number, onChange, onRemove, children }: StatementLineProps<Kind>) {
  return (
    <div className={styles.line}>
      <div>
        <SelectField
          label={`Line ${number}`}
          nullText={null}
          options={kindOptions(kinds)}
          value={line.kind}
          onChange={(kind) => onChange({ kind: kind as Kind, column: firstColumn(kinds[kind as Kind]) })}
        />
      </div>
      <div className={styles.side}>
        {isEitherWay(kinds[line.kind]) ? (
          <SelectField
            label="Who pays"
            nullText={null}
            options={columns}
            value={line.column}
            onChange={(column) => onChange({ column: column as Column })}
          />
        ) : (
          <p className="sub">{labelOf(columns, line.column)}</p>
        )}
      </div>
      <div className={styles.amount}>
        <CentsField label="Amount" value={line.amountCents} onChange={(amountCents) => onChange({ amountCents })} />
      </div>
      {onRemove && (
        <IconAction variant="subtle" label={`Remove line ${number}`} icon={<IconTrash {...iconProps(18)} />} onClick={onRemove} />
      )}
      {children}
    </div>
  )
}
