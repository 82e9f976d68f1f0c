import type { BankFilePreview } from '#contract/bank-files.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { ScrollRegion } from '#web/ui/layout/scroll-region.tsx'
import type { Choices } from './bank-file-choices.ts'
import { FirstDay, LastDay } from './bank-file-findings.tsx'
import { Lines } from './bank-file-lines.tsx'
import styles from './import-page.module.css'

/** What each column of a CSV file can be; the first may be none. */
const columnNames = [
  ['day', 'Day'],
  ['amount', 'Amount'],
  ['moneyIn', 'Money in'],
  ['moneyOut', 'Money out'],
  ['balance', 'Balance'],
] as const

type ProblemProps = {
  problem: NonNullable<BankFilePreview['problem']>
  chosen: Choices
  onChoose: (change: Choices) => void
}

/** What is in the way, in a sentence, with the question that would settle it. */
export function Problem({ problem, chosen, onChoose }: ProblemProps) {
  const { reason, words, ambiguousDay, rows, lines } = problem
  const columns = chosen.columns ?? {}
  const wide = Math.max(0, ...rows.map((row) => row.length))
  return (
    <div className={styles.problem}>
      {ambiguousDay ? (
        <ChoiceTiles
          legend={`Which day is ${ambiguousDay.text}?`}
          columns={2}
          value={null}
          onChange={(dateOrder) => onChoose({ dateOrder: dateOrder as 'mdy' | 'dmy' })}
          choices={[
            { value: 'mdy', label: formatCalendarDay(ambiguousDay.monthFirst), detail: 'Month first' },
            { value: 'dmy', label: formatCalendarDay(ambiguousDay.dayFirst), detail: 'Day first' },
          ]}
        />
      ) : (
        <FieldMessage>{words}</FieldMessage>
      )}
      {lines.length > 0 && <Lines lines={lines} />}
      {reason === 'bank_file_no_lines' && (
        <div className={styles.findings}>
          <FirstDay value={chosen.from ?? null} onChoose={onChoose} />
          <LastDay value={chosen.to ?? null} onChoose={onChoose} />
        </div>
      )}
      {rows.length > 0 && (
        <>
          <div className={styles.findings}>
            {columnNames.map(([name, label]) => (
              <SelectField
                key={name}
                label={label}
                nullText="None"
                options={Array.from({ length: wide }, (_, index) => ({ value: String(index), text: `Column ${index + 1}` }))}
                value={String(columns[name] ?? nullValue)}
                onChange={(value) => onChoose({ columns: { [name]: value === nullValue ? null : Number(value) } })}
              />
            ))}
          </div>
          <ScrollRegion label="The first rows of the file" className={styles.region}>
            <table className={styles.rows}>
              <tbody>
                {rows.map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
                  <tr key={index}>
                    {row.map((cell, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
                      <td key={place}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </>
      )}
    </div>
  )
}
