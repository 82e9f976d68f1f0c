import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { BankLines } from '#contract/bank-lines.ts'
import type { Book } from '#contract/book.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { useAct } from '#web/shared/calls/payment-list.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { signedCents } from './book-words.ts'
import styles from './match-several.module.css'

const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : new Set([...chosen, id])

type Row = { readonly id: string; readonly day: string; readonly text: string; readonly cents: number }

function Choices({
  title,
  rows,
  chosen,
  onChoose,
}: {
  title: string
  rows: readonly Row[]
  chosen: ReadonlySet<string>
  onChoose: (id: string) => void
}) {
  return (
    <fieldset className={styles.choices}>
      <legend>{title}</legend>
      {rows.length === 0 && <p className="small sub">None.</p>}
      {rows.map(({ id, day, text, cents }) => (
        <div key={id} className={`${styles.choice} num`}>
          <Checkbox checked={chosen.has(id)} onChange={() => onChoose(id)} label={`${formatCalendarDay(day, 'short')} ${text}`} />
          <b>{signedCents(cents)}</b>
        </div>
      ))}
    </fieldset>
  )
}

/** A group: several lines of the bank and several entries with equal sums; entries alone where they cancel each other. */
export function MatchSeveral({ circleId, book, data }: { circleId: string; book: Book; data: BankLines }) {
  const acts = useBookActs(circleId)
  const { busy, act } = useAct()
  const [account, setAccount] = useState(book.accounts[0]?._id ?? '')
  const [bank, setBank] = useState<ReadonlySet<string>>(new Set())
  const [cash, setCash] = useState<ReadonlySet<string>>(new Set())
  const bankRows: readonly Row[] = data.lines
    .filter(({ matchId, bankAccountId }) => matchId === null && bankAccountId === account)
    .map(({ _id, day, payee, text, amountCents }) => ({ id: _id, day, text: payee || text || '', cents: amountCents }))
  const cashRows: readonly Row[] = data.outstanding
    .filter(({ bankAccountId }) => bankAccountId === account)
    .map(({ entryId, position, number, day, payee, words, amountCents }) => ({
      id: `${entryId}:${position}`,
      day,
      text: `No ${number} ${payee || words}`,
      cents: amountCents,
    }))
  if (data.outstanding.length === 0) return null
  const chosenBank = bankRows.filter(({ id }) => bank.has(id))
  const chosenCash = cashRows.filter(({ id }) => cash.has(id))
  const sum = (rows: readonly Row[]) => rows.reduce((total, { cents }) => total + cents, 0)
  const left = sum(chosenBank) - sum(chosenCash)
  const match = () =>
    act('match', 'Matched', async () => {
      await acts.match({
        bankLineIds: chosenBank.map(({ id }) => id),
        cashLines: chosenCash.map(({ id }) => ({ entryId: id.split(':')[0] ?? '', position: Number(id.split(':')[1]) })),
      })
      setBank(new Set())
      setCash(new Set())
    })
  return (
    <Card>
      <CardHeader title="One to several" />
      <p className="sub">
        What belongs together, with equal sums: one debit of the bank for two bills, a deposit of two checks. Entries alone can be matched
        where they cancel each other.
      </p>
      {book.accounts.length > 1 && (
        <SelectField
          label="Bank account"
          nullText={null}
          options={book.accounts.map(({ _id, name }) => ({ value: _id, text: name }))}
          value={account}
          onChange={setAccount}
        />
      )}
      <div className={styles.columns}>
        <Choices title="The bank says" rows={bankRows} chosen={bank} onChoose={(id) => setBank(toggled(bank, id))} />
        <Choices title="The book has" rows={cashRows} chosen={cash} onChoose={(id) => setCash(toggled(cash, id))} />
      </div>
      <div className={styles.foot}>
        <p className="num" aria-live="polite">
          Left to match <b>{formatCents(left)}</b>
        </p>
        <ActionButton variant="outline" disabled={chosenCash.length === 0 || left !== 0} loading={busy === 'match'} onClick={match}>
          Match {chosenBank.length + chosenCash.length > 0 ? `these ${chosenBank.length + chosenCash.length}` : 'them'}
        </ActionButton>
      </div>
    </Card>
  )
}
