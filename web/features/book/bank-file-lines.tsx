import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { BankFilePreview } from '#contract/bank-files.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { signedCents } from './book-words.ts'
import styles from './import-page.module.css'

type Line = BankFilePreview['addedLines'][number]

/** What of the file is not added, and why. */
export function leftOutWords({ known, leftOut, openingCents }: BankFilePreview): string {
  const parts = [
    known > 0 && `${known === 1 ? '1 line is' : `${known} lines are`} already there and not added twice.`,
    leftOut.today > 0 && `${leftOut.today} of today or later left out.`,
    leftOut.pending > 0 && `${leftOut.pending} pending left out.`,
    leftOut.zero > 0 && `${leftOut.zero} of $0.00 left out.`,
    openingCents !== 0 && `${formatCents(openingCents)} that the bank had before its first day go into suspense.`,
  ]
  return parts.filter(Boolean).join(' ')
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
export function Balances({ preview: { before, closing } }: { preview: BankFilePreview }) {
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

export const Lines = ({ lines }: { lines: readonly (Line & { readonly writtenDay?: string })[] }) => (
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

export const NewLines = ({ preview }: { preview: BankFilePreview }) => (
  <Card>
    <CardHeader title={preview.sample.length === 1 ? '2. A line of the file' : `2. ${preview.sample.length} lines of the file`} />
    <p className="sub">Read them as your bank shows them. Is the day right, is money out a minus?</p>
    <Lines lines={preview.sample} />
  </Card>
)
