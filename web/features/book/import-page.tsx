import { IconArrowRight, IconCircleCheck, IconCopyCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BankFilePreview, BankFileRequest } from '#contract/bank-files.ts'
import { paths } from '#contract/paths.ts'
import { bankFileLimits } from '#domain/bank-file.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { circleQuery } from '#web/api/circles.ts'
import { bookQuery } from '#web/shared/book/book.queries.ts'
import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { ScrollRegion } from '#web/ui/layout/scroll-region.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { signedCents } from './book-words.ts'
import styles from './import-page.module.css'

type Choices = NonNullable<BankFileRequest['choices']>
type Chosen = { readonly name: string; readonly content: string }
type Line = BankFilePreview['addedLines'][number]

/** The file's bytes in base64, as the request carries them. */
const readFile = (file: File, onProgress: (percent: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.round((loaded * 100) / total) : 0)
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })

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

/** What each column of a CSV file can be; the first may be none. */
const columnNames = [
  ['day', 'Day'],
  ['amount', 'Amount'],
  ['moneyIn', 'Money in'],
  ['moneyOut', 'Money out'],
  ['balance', 'Balance'],
] as const

/** A file of the bank: read first, added later. */
export function ImportPage({ circleId }: { circleId: string }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: book } = useSuspenseQuery(bookQuery(circleId))
  const acts = useBookActs(circleId)
  const navigate = useNavigate()
  const [bankAccountId, setAccount] = useState(book.accounts[0]?._id ?? '')
  const [file, setFile] = useState<Chosen | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const [inFile, setInFile] = useState<number | null>(null)
  const [preview, setPreview] = useState<BankFilePreview | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const latest = useRef(0)

  const request = (of: Chosen, account: string, chosen: Choices, number: number | null): BankFileRequest => ({
    bankAccountId: account,
    content: of.content,
    account: number,
    choices: chosen,
  })
  const read = async (of: Chosen, account: string, chosen: Choices, number: number | null) => {
    latest.current += 1
    const mine = latest.current
    setReading(true)
    setFailure(null)
    try {
      const answer = await acts.previewFile(request(of, account, chosen, number))
      if (mine === latest.current) setPreview(answer)
    } catch (error) {
      if (mine !== latest.current) return
      setPreview(null)
      setFailure(error instanceof Error ? error.message : 'Something went wrong...')
    } finally {
      if (mine === latest.current) setReading(false)
    }
  }
  const choose = (change: Choices) => {
    const next = { ...choices, ...change, ...(change.columns && { columns: { ...choices.columns, ...change.columns } }) }
    setChoices(next)
    if (file) void read(file, bankAccountId, next, inFile)
  }
  const startOver = () => {
    latest.current += 1
    setFile(null)
    setPreview(null)
    setFailure(null)
    setChoices({})
    setInFile(null)
  }
  const add = async () => {
    if (!file) return
    setAdding(true)
    setFailure(null)
    try {
      const { added, known, unmatched } = await acts.importFile(request(file, bankAccountId, choices, inFile))
      toast.success(`${added === 1 ? '1 line' : `${added} lines`} added, ${known} known`)
      await navigate(unmatched > 0 ? paths.circleBookMatch(circleId) : paths.circleBook(circleId))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Something went wrong...')
    } finally {
      setAdding(false)
    }
  }
  if (!book.may.book)
    return (
      <>
        <BackButton to={paths.circleBook(circleId)} label="Book" />
        <EmptyState level="h1" title="Only the treasurer adds bank files">
          {book.treasurer ? <bdi>{book.treasurer.name}</bdi> : 'Nobody'} keeps the book of this circle.
        </EmptyState>
      </>
    )
  return (
    <div className={styles.page}>
      <BackButton to={paths.circleBook(circleId)} label="Book" />
      <PageHeading
        subtitle={
          <>
            <bdi>{circle.title}</bdi>. Only the treasurer, and who closes the month, sees the bank’s texts.
          </>
        }
      >
        Bank file
      </PageHeading>
      <Card className={styles.file}>
        <CardHeader
          title="1. The file"
          aside={
            preview?.before?.fileCents != null &&
            preview.before.fileCents === preview.before.knownCents && (
              <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(16)} />}>
                Balances join
              </Badge>
            )
          }
        />
        {book.accounts.length > 1 && (
          <SelectField
            label="Bank account"
            nullText={null}
            options={book.accounts.map(({ _id, name }) => ({ value: _id, text: name }))}
            value={bankAccountId}
            onChange={(account) => {
              setAccount(account)
              if (file) void read(file, account, choices, inFile)
            }}
          />
        )}
        <UploadField
          label="File of the bank"
          description="CSV, OFX or camt.053, at most 10 MB. It is read here first; nothing is added yet."
          value={file?.name ?? null}
          onChange={(name) => name === null && startOver()}
          upload={async (chosen, onProgress) => {
            const content = await readFile(chosen, onProgress)
            const chosenFile = { name: chosen.name, content }
            setFile(chosenFile)
            setChoices({})
            setInFile(null)
            await read(chosenFile, bankAccountId, {}, null)
            return chosen.name
          }}
          preview={(name) => (
            <p>
              <bdi>{name}</bdi>
            </p>
          )}
          maxBytes={bankFileLimits.bytes}
          rejections={{ type: 'This is no file of a bank.', size: 'Files may be at most 10 MB.' }}
        />
        {preview && (
          <Findings
            preview={preview}
            onChoose={choose}
            onAccount={(number) => {
              setInFile(number)
              if (file) void read(file, bankAccountId, choices, number)
            }}
          />
        )}
        {preview?.problem && <Problem problem={preview.problem} chosen={choices.columns ?? {}} onChoose={choose} />}
        {failure && <FieldMessage>{failure}</FieldMessage>}
        {preview && <Balances preview={preview} />}
      </Card>
      {preview && preview.problem === null && (
        <>
          <StatStrip
            stats={[
              { key: 'lines', label: 'Lines in the file', value: preview.lines },
              { key: 'new', label: 'New, will be added', value: preview.added },
              { key: 'known', label: 'Known, stay as they are', value: preview.known },
            ]}
          />
          {preview.added === 0 ? (
            <Card className={styles.nothing}>
              <IconCopyCheck {...iconProps(28)} />
              <h2>Nothing new</h2>
              <p className="sub">
                {preview.lines} lines, 0 new, {preview.known} known. Adding it again changes no line; it can show further days.
              </p>
            </Card>
          ) : (
            <NewLines preview={preview} />
          )}
          <div className={styles.buttons}>
            <span className="small sub num">{leftOutWords(preview)}</span>
            <ActionButton loading={isAdding} disabled={isReading} rightSection={<IconArrowRight {...iconProps(18)} />} onClick={add}>
              {preview.added === 0 ? 'Add its days' : preview.added === 1 ? 'Add 1 line' : `Add ${preview.added} lines`}
            </ActionButton>
          </div>
        </>
      )}
    </div>
  )
}

function leftOutWords({ known, leftOut, openingCents }: BankFilePreview): string {
  const parts = [
    known > 0 && `${known === 1 ? '1 line is' : `${known} lines are`} already there and not added twice.`,
    leftOut.today > 0 && `${leftOut.today} of today or later left out.`,
    leftOut.pending > 0 && `${leftOut.pending} pending left out.`,
    leftOut.zero > 0 && `${leftOut.zero} of $0.00 left out.`,
    openingCents !== 0 && `${formatCents(openingCents)} that the bank had before its first day go into suspense.`,
  ]
  return parts.filter(Boolean).join(' ')
}

type FindingsProps = { preview: BankFilePreview; onChoose: (change: Choices) => void; onAccount: (account: number) => void }

/** What was found, as selects: a wrong finding is put right here, and the file is read again. */
function Findings({ preview: { findings, accounts, account, format, daysAre, from, to }, onChoose, onAccount }: FindingsProps) {
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
      {isCsv && daysAre !== 'stated' && (
        <>
          <DateField label="First day that it shows" value={from} onChange={(value) => onChoose({ from: value ?? undefined })} />
          <DateField label="Last day that it shows" value={to} onChange={(value) => onChoose({ to: value ?? undefined })} />
        </>
      )}
    </div>
  )
}

type ProblemProps = {
  problem: NonNullable<BankFilePreview['problem']>
  chosen: NonNullable<Choices['columns']>
  onChoose: (change: Choices) => void
}

/** What is in the way, in a sentence, with the question that would settle it. */
function Problem({ problem, chosen, onChoose }: ProblemProps) {
  const { words, ambiguousDay, rows, lines } = problem
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
      {rows.length > 0 && (
        <>
          <div className={styles.findings}>
            {columnNames.map(([name, label]) => (
              <SelectField
                key={name}
                label={label}
                nullText="None"
                options={Array.from({ length: wide }, (_, index) => ({ value: String(index), text: `Column ${index + 1}` }))}
                value={String(chosen[name] ?? nullValue)}
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

const Sum = ({ label, cents, day }: { label: string; cents: number; day: string }) => (
  <div>
    <span className="small sub">{label}</span>
    <b>{formatCents(cents)}</b>
    <span className="small sub">{formatCalendarDay(day, 'short')}</span>
  </div>
)

const Sign = ({ children, isOff = false }: { children: ReactNode; isOff?: boolean }) => (
  <span className={styles.sign} data-off={isOff} aria-hidden="true">
    {children}
  </span>
)

/** The bank's balance before the file, as known and as the file says, and at its end. */
function Balances({ preview: { before, closing } }: { preview: BankFilePreview }) {
  if (!closing && (before?.fileCents == null || before.knownCents == null)) return null
  const differs = before?.knownCents != null && before.fileCents != null && before.knownCents !== before.fileCents
  return (
    <div className={`${styles.balances} num`}>
      {before?.knownCents != null && <Sum label="Known, the day before" cents={before.knownCents} day={before.day} />}
      {before?.knownCents != null && before.fileCents != null && <Sign isOff={differs}>{differs ? '≠' : '='}</Sign>}
      {before?.fileCents != null && <Sum label="Opening balance of the file" cents={before.fileCents} day={before.day} />}
      {closing && before && (before.fileCents !== null || before.knownCents !== null) && (
        <Sign>
          <IconArrowRight {...iconProps(18)} />
        </Sign>
      )}
      {closing && <Sum label="Closing balance of the file" cents={closing.amountCents} day={closing.day} />}
    </div>
  )
}

const Lines = ({ lines }: { lines: readonly (Line & { readonly writtenDay?: string })[] }) => (
  <ul className={`${styles.lines} num`}>
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: equal lines of one day are told apart by their order
      <li key={index}>
        <span className={styles.days}>
          {line.writtenDay && <code>{line.writtenDay}</code>}
          <span>{formatCalendarDay(line.day, 'short')}</span>
        </span>
        <span className={styles.text}>{[line.payee, line.text].filter(Boolean).join(' · ')}</span>
        <b>{signedCents(line.amountCents)}</b>
      </li>
    ))}
  </ul>
)

const NewLines = ({ preview }: { preview: BankFilePreview }) => (
  <Card>
    <CardHeader title={preview.sample.length === 1 ? '2. A line of the file' : `2. ${preview.sample.length} lines of the file`} />
    <p className="sub">Read them as your bank shows them. Is the day right, is money out a minus?</p>
    <Lines lines={preview.sample} />
  </Card>
)
