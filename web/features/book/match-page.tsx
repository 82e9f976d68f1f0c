import { IconBuildingBank, IconCircleCheck, IconCircleDashed, IconHelp, IconLink, IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { BankLine, BankLines } from '#contract/bank-lines.ts'
import type { Book } from '#contract/book.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { circleQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { bankLinesQuery, bookFormQuery, bookQuery } from '#web/shared/book/book.queries.ts'
import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { useAct } from '#web/shared/calls/payment-list.tsx'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { SegmentedLinks } from '#web/ui/buttons/segmented-links.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { signedCents } from './book-words.ts'
import { BookingDialog } from './booking-dialog.tsx'
import type { BookingKindName } from './booking-kinds.ts'
import styles from './match-page.module.css'
import { MatchSeveral } from './match-several.tsx'

type Suggestion = BankLine['suggestions'][number]

const countWords = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** What the bank shows on the left, what the book has on the right. A suggestion is taken by hand only. */
export function MatchPage({ circleId }: { circleId: string }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: book } = useSuspenseQuery(bookQuery(circleId))
  useWatchCircle(circleId)
  const [query] = useSearchParams()
  const isAll = query.get('lines') === 'all'
  const page = Math.max(1, Number(query.get('page')) || 1)
  const { data } = useQuery(bankLinesQuery(circleId, isAll, page))
  const base = paths.circleBookMatch(circleId)
  return (
    <div className={styles.page}>
      <BackButton to={paths.circleBook(circleId)} label="Book" />
      <PageHeading
        subtitle={
          <>
            <bdi>{circle.title}</bdi>. Only the treasurer, and who closes the month, sees the bank’s texts.
          </>
        }
        actions={
          book.may.book && (
            <ActionButton variant="outline" to={paths.circleBookImport(circleId)} leftSection={<IconBuildingBank {...iconProps(18)} />}>
              Bank file
            </ActionButton>
          )
        }
      >
        Match with the bank
      </PageHeading>
      {data === undefined ? (
        <TableSkeleton rows={6} />
      ) : (
        <Card padded={false} className={styles.card} aria-label="Lines of the bank">
          <div className={styles.head}>
            <div>
              <h2>
                {isAll
                  ? countWords(data.total, 'line of the bank', 'lines of the bank')
                  : countWords(data.total, 'line to match', 'lines to match')}
              </h2>
              <p className="small sub">
                {data.mayMatch
                  ? 'A suggestion is taken by hand only.'
                  : 'The treasurer matches them; of the treasurer’s own part another member does.'}
              </p>
            </div>
            <SegmentedLinks
              label="Which lines"
              links={[
                { to: base, text: 'To do', icon: <IconCircleDashed {...iconProps(16)} />, isCurrent: !isAll },
                { to: `${base}?lines=all`, text: 'All', icon: <IconCircleCheck {...iconProps(16)} />, isCurrent: isAll },
              ]}
            />
          </div>
          {data.lines.length === 0 ? (
            <div className={styles.empty}>
              <EmptyState title={isAll ? 'The bank has shown no lines yet' : 'Every line of the bank is matched'}>
                {isAll ? 'They stand here once a bank file was added.' : 'New ones stand here with the next bank file.'}
              </EmptyState>
            </div>
          ) : (
            <Desk circleId={circleId} book={book} data={data} />
          )}
          {data.total > data.pageSize && (
            <div className={styles.pages}>
              <Pagination
                page={page}
                last={Math.ceil(data.total / data.pageSize)}
                addressOf={(wanted) => `${base}?${new URLSearchParams({ ...(isAll && { lines: 'all' }), page: String(wanted) })}`}
              />
            </div>
          )}
        </Card>
      )}
      {data?.mayMatch && <MatchSeveral circleId={circleId} book={book} data={data} />}
    </div>
  )
}

function Desk({ circleId, book, data }: { circleId: string; book: Book; data: BankLines }) {
  const [chosenId, choose] = useState<string | null>(null)
  const chosen = data.lines.find(({ _id }) => _id === chosenId) ?? data.lines.find(({ matchId }) => matchId === null) ?? data.lines[0]
  const nameOf = (id: string) => book.accounts.find((account) => account._id === id)?.name
  return (
    <div className={styles.desk}>
      <ul className={styles.lines} aria-label="The bank says">
        {data.lines.map((line) => (
          <li key={line._id}>
            <button type="button" className={`${styles.line} num`} aria-pressed={line._id === chosen?._id} onClick={() => choose(line._id)}>
              <span className={styles.day}>{formatCalendarDay(line.day, 'short')}</span>
              <span className={styles.state}>
                {line.matchId ? <IconCircleCheck {...iconProps(16)} /> : <IconCircleDashed {...iconProps(16)} />}
                {line.matchId
                  ? 'Matched'
                  : line.suggestions.length > 0
                    ? countWords(line.suggestions.length, 'suggestion', 'suggestions')
                    : 'To do'}
                {book.accounts.length > 1 && <bdi> · {nameOf(line.bankAccountId)}</bdi>}
              </span>
              <b>{signedCents(line.amountCents)}</b>
              <span className={styles.text}>{[line.payee, line.text].filter(Boolean).join(' · ')}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen && <Chosen key={chosen._id} circleId={circleId} book={book} line={chosen} mayMatch={data.mayMatch} />}
    </div>
  )
}

/** What the chosen line probably is, and what else can be done with it. */
function Chosen({ circleId, book, line, mayMatch }: { circleId: string; book: Book; line: BankLine; mayMatch: boolean }) {
  const acts = useBookActs(circleId)
  const { run, dialog } = useStepUp('confirm_money')
  const { busy, act } = useAct(run)
  const [booking, startBooking] = useState<BookingKindName | null>(null)
  const isIn = line.amountCents > 0
  const take = ({ kind, person, callId, distributionId, entryId, position }: Suggestion) => {
    if (kind === 'call') return acts.matchContribution({ bankLineId: line._id, person: person?._id ?? '', callId })
    if (kind === 'entry') return acts.match({ bankLineIds: [line._id], cashLines: [{ entryId: entryId ?? '', position: position ?? 1 }] })
    const cash = { bankAccountId: line.bankAccountId, bankLineId: line._id, amountCents: -line.amountCents }
    return acts.book({ call: 'payment', body: { what: 'owed', person: person?._id ?? '', distributionId, ...cash } })
  }
  return (
    <div className={styles.side}>
      <div className={`${styles.chosen} num`}>
        <div>
          <span className="small sub">Bank line, {formatCalendarDay(line.day, 'short')}</span>
          <h3>{line.payee || line.text || 'Without a text'}</h3>
          {line.payee && line.text && <p className="small sub">{line.text}</p>}
          {line.checkNumber && <p className="small sub">Check {line.checkNumber}</p>}
        </div>
        <b>{signedCents(line.amountCents)}</b>
      </div>
      {line.matchId && (
        <>
          <p className="sub">It is matched with the book.</p>
          {mayMatch && (
            <ActionButton
              variant="outline"
              loading={busy === 'unmatch'}
              onClick={() => act('unmatch', 'The match was taken back', () => acts.takeMatchBack(line.matchId ?? ''))}
            >
              Take the match back
            </ActionButton>
          )}
        </>
      )}
      {!line.matchId && line.suggestions.length === 0 && (
        <p className="sub">
          {mayMatch ? 'Nothing in the book, in a call or of a payout looks like it.' : 'The treasurer says what it is.'}
        </p>
      )}
      {line.suggestions.map((suggestion, index) => {
        const key = `${suggestion.entryId ?? suggestion.callId ?? suggestion.distributionId} ${suggestion.position ?? suggestion.person?._id}`
        const more = suggestion.kind === 'call' ? line.amountCents - suggestion.amountCents : 0
        return (
          <section className={`${styles.suggestion} num`} key={key} data-best={index === 0} aria-label={suggestion.label}>
            <p className={styles.name}>
              <b>
                {suggestion.entryId ? (
                  <Link to={paths.circleBookEntry(circleId, suggestion.entryId)}>
                    <bdi>{suggestion.label}</bdi>
                  </Link>
                ) : (
                  <bdi>{suggestion.label}</bdi>
                )}
              </b>
              <span>{suggestion.kind === 'call' ? formatCents(suggestion.amountCents) : signedCents(suggestion.amountCents)}</span>
            </p>
            <p className="small sub">{suggestion.reasons.join(' · ')}</p>
            {more > 0 && (
              <p className="small">
                {formatCents(more)} more than asked: it is held for <bdi>{suggestion.person?.name}</bdi>.
              </p>
            )}
            {suggestion.instead ? (
              <>
                <p className="small">{suggestion.instead}</p>
                {suggestion.callId && (
                  <ActionButton variant="outline" to={paths.circleCall(circleId, suggestion.callId)}>
                    Open the call
                  </ActionButton>
                )}
              </>
            ) : (
              <ActionButton
                variant={index === 0 ? 'filled' : 'outline'}
                loading={busy === key}
                leftSection={<IconLink {...iconProps(18)} />}
                onClick={() => act(key, 'Matched', () => take(suggestion))}
              >
                Match
              </ActionButton>
            )}
          </section>
        )
      })}
      {!line.matchId && isIn && <MemberPays circleId={circleId} book={book} line={line} mayMatch={mayMatch} />}
      {!line.matchId && mayMatch && (
        <div className={styles.more}>
          <ActionButton variant="subtle" leftSection={<IconPlus {...iconProps(18)} />} onClick={() => startBooking(isIn ? 'rent' : 'cost')}>
            Book something new
          </ActionButton>
          <ActionButton
            variant="subtle"
            leftSection={<IconHelp {...iconProps(18)} />}
            onClick={() => startBooking(isIn ? 'suspense_in' : 'suspense_out')}
          >
            Leave in suspense
          </ActionButton>
        </div>
      )}
      {booking && <BookingDialog circleId={circleId} kind={booking} line={line} onClose={() => startBooking(null)} />}
      {dialog}
    </div>
  )
}

type MemberPaysProps = { circleId: string; book: Book; line: BankLine; mayMatch: boolean }

/** It is what a member pays in, of a call or before one. Whose payment it is, the treasurer says; of the treasurer’s own another member. */
function MemberPays({ circleId, book: { treasurer }, line, mayMatch }: MemberPaysProps) {
  const acts = useBookActs(circleId)
  const { run, dialog } = useStepUp('confirm_money')
  const { busy, act } = useAct(run)
  const { data: form } = useQuery(bookFormQuery(circleId))
  const [person, choose] = useState(nullValue)
  const members = form?.members ?? []
  const isTreasurers = ({ _id }: { _id: string }) => _id === treasurer?._id
  const mine = members.filter((member) => mayMatch === (members.length === 1 || !isTreasurers(member)))
  // Of two members nobody could confirm the month in which the other one has matched.
  const payers = mayMatch || members.length > 2 ? mine : []
  if (payers.length === 0) return null
  const [only] = payers
  const payer = mayMatch ? payers.find(({ _id }) => _id === person) : only
  const match = () => act('part', 'Matched', () => acts.matchContribution({ bankLineId: line._id, person: payer?._id ?? '', callId: null }))
  return (
    <div className={styles.payer}>
      {mayMatch && (
        <SelectField
          label="A member’s payment"
          nullText="Select who paid"
          options={payers.map(({ _id, name }) => ({ value: _id, text: name }))}
          description="It fills their open parts of calls; the rest is held for them."
          value={person}
          onChange={choose}
        />
      )}
      {payer && (
        <ActionButton variant="outline" loading={busy === 'part'} leftSection={<IconLink {...iconProps(18)} />} onClick={match}>
          {mayMatch ? 'Match as their payment' : 'It is the treasurer’s payment'}
        </ActionButton>
      )}
      {dialog}
    </div>
  )
}
