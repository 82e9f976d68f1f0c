import type { BankFilePreview } from '#contract/bank-files.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import type { Choices } from './bank-file-choices.ts'
import styles from './import-page.module.css'

const delimiters = [
  { value: ',', text: 'Comma' },
  { value: ';', text: 'Semicolon' },
  { value: '\t', text: 'Tab' },
  { value: '|', text: 'Upright line' },
] as const
const dateOrders = [
  { value: 'mdy', text: 'Month, day, year' },
  { value: 'dmy', text: 'Day, month, year' },
  { value: 'ymd', text: 'Year, month, day' },
] as const
const signs = [
  { value: 'as_written', text: 'Minus is money out' },
  { value: 'flipped', text: 'Minus is money in' },
] as const

const signFromWords = {
  format: 'As the format says',
  columns: 'From the columns',
  balances: 'From the balance column',
  choice: 'As chosen',
  assumed: 'Assumed: please look at the lines',
} as const

type DayProps = { value: string | null; onChoose: (change: Choices) => void }

export const FirstDay = ({ value, onChoose }: DayProps) => (
  <DateField label="First day that it shows" value={value} onChange={(day) => onChoose({ from: day ?? undefined })} />
)
/** Also of a file that says its days itself: the bank may have been asked for more, as of an account that it has closed. */
export const LastDay = ({ value, onChoose }: DayProps) => (
  <DateField label="Last day that it shows" value={value} onChange={(day) => onChoose({ to: day ?? undefined })} />
)

type FindingsProps = { preview: BankFilePreview; onChoose: (change: Choices) => void; onAccount: (account: number) => void }

/** What was found, as selects: a wrong finding is put right here, and the file is read again. */
export function Findings({ preview: { findings, accounts, account, format, daysAre, from, to }, onChoose, onAccount }: FindingsProps) {
  if (!findings) return null
  const isCsv = format === 'csv'
  return (
    <div className={styles.findings}>
      {accounts.length > 1 && (
        <SelectField
          label="Account in the file"
          nullText="Choose one"
          options={accounts.map(({ numberEnd, lines }, index) => ({
            value: String(index),
            text: `${numberEnd ? `Ending ${numberEnd}` : `Account ${index + 1}`}, ${lines} lines`,
          }))}
          value={account === null ? nullValue : String(account)}
          onChange={(value) => onAccount(Number(value))}
        />
      )}
      {findings.delimiter && (
        <SelectField
          label="Columns split by"
          nullText={null}
          options={delimiters}
          value={findings.delimiter}
          onChange={(value) => onChoose({ delimiter: value as Choices['delimiter'] })}
        />
      )}
      {isCsv && (
        <SelectField
          label="Order of the date"
          nullText={null}
          options={dateOrders}
          description="Remembered for this account"
          value={findings.dateOrder}
          onChange={(value) => onChoose({ dateOrder: value as Choices['dateOrder'] })}
        />
      )}
      {isCsv && (
        <SelectField
          label="Sign of the amount"
          nullText={null}
          options={signs}
          description={signFromWords[findings.signFrom]}
          value={findings.sign}
          onChange={(value) => onChoose({ sign: value as Choices['sign'] })}
        />
      )}
      {isCsv && daysAre !== 'stated' && <FirstDay value={from} onChoose={onChoose} />}
      {to !== null && <LastDay value={to} onChoose={onChoose} />}
    </div>
  )
}
