import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBuildingBank,
  IconChevronDown,
  IconEye,
  IconLink,
  IconPlus,
  IconReportMoney,
  IconWallet,
} from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Book } from '#contract/book.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarMonth } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import { api } from '#web/api/client.ts'
import { saveFile } from '#web/api/save-file.ts'
import { bookEntriesQuery, bookQuery } from '#web/shared/book/book.queries.ts'
import { EndingCard } from '#web/shared/sale/ending-card.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useMenuTypeAhead } from '#web/ui/fields/menu-type-ahead.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { AccountDialog } from './account-dialog.tsx'
import styles from './book-tab.module.css'
import { monthStateWords } from './book-words.ts'
import { BookingDialog } from './booking-dialog.tsx'
import { type BookingKindName, bookingKind, kindsFor } from './booking-kinds.ts'
import { EntryList } from './entry-list.tsx'
import { MoneyBars } from './money-bars.tsx'
import { MonthStrip } from './month-strip.tsx'
import { ReserveCard } from './reserve-card.tsx'
import { WhatWaits } from './what-waits.tsx'

type BookTabProps = { circleId: string; isEnded: boolean }

/** The circle's book: a year at a glance, then one month. */
export function BookTab({ circleId, isEnded }: BookTabProps) {
  const { data: book } = useSuspenseQuery(bookQuery(circleId))
  const [query] = useSearchParams()
  const asked = query.get('month')
  const chosen = book.months.find(({ month }) => month === asked)?.month ?? monthOf(book.today)
  const flow = book.months.find(({ month }) => month === chosen)
  const name = formatCalendarMonth(chosen)
  return (
    <div className={styles.root}>
      {book.may.book && !isEnded && <TreasurerActs circleId={circleId} book={book} pay={query.get('pay')} />}
      {!book.may.book && book.may.openAccount && !isEnded && <OwnersAccount circleId={circleId} />}
      <MonthStrip book={book} chosen={chosen} addressOf={(month) => paths.circleBookOf(circleId, month)} />
      <WhatWaits circleId={circleId} book={book} />
      {!isEnded && <EndingCard circleId={circleId} />}
      <StatStrip
        stats={[
          { key: 'cash', label: 'Cash', icon: <IconWallet {...iconProps(16)} />, value: formatCents(book.cashCents) },
          { key: 'in', label: `In, ${name}`, icon: <IconArrowDownLeft {...iconProps(16)} />, value: formatCents(flow?.inCents ?? 0) },
          { key: 'out', label: `Out, ${name}`, icon: <IconArrowUpRight {...iconProps(16)} />, value: formatCents(flow?.outCents ?? 0) },
          { key: 'free', label: 'Free cash', value: formatCents(book.freeCashCents) },
        ]}
      />
      <InSuspense circleId={circleId} book={book} isEnded={isEnded} />
      <div className={styles.year}>
        <MoneyBars book={book} chosen={chosen} />
        <ReserveCard circleId={circleId} book={book} isEnded={isEnded} />
      </div>
      <Entries circleId={circleId} month={chosen} state={monthStateWords(flow?.state ?? 'open', flow?.isReopened ?? false)} />
      <IconNote icon={<IconEye {...iconProps(16)} />}>
        {book.treasurer && (
          <>
            <bdi>{book.treasurer.name}</bdi> is treasurer and books.{' '}
          </>
        )}
        Every member sees every entry; the bank’s own texts are seen by the treasurer and by who closes the month. The book is kept on a
        cash basis, without depreciation: money counts on the day on which it came or went.
      </IconNote>
    </div>
  )
}

function Entries({ circleId, month, state }: { circleId: string; month: string; state: string }) {
  const [query] = useSearchParams()
  const typeAhead = useMenuTypeAhead()
  const page = Math.max(1, Number(query.get('page')) || 1)
  const { data } = useQuery(bookEntriesQuery(circleId, month, page))
  const download = (file: string) => async () => {
    try {
      saveFile(await api.download(`app/book/${circleId}/export/${file}`), file)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Something went wrong...')
    }
  }
  return (
    <Card padded={false} aria-label="Entries">
      <div className={styles.head}>
        <div>
          <h2>
            {formatCalendarMonth(month)}, {state.toLowerCase()}
          </h2>
          {data && (
            <p className="small sub">
              {data.total === 1 ? '1 entry' : `${data.total} entries`}, newest first.{' '}
              <ActionButton variant="subtle" size="compact-sm" to={paths.circleBookMonth(circleId, month)}>
                Beside the bank
              </ActionButton>
            </p>
          )}
        </div>
        <div className={styles.files}>
          <ActionButton variant="outline" to={paths.yearStatement(circleId, 'latest')} leftSection={<IconReportMoney {...iconProps(18)} />}>
            My statement
          </ActionButton>
          <DownloadButton onDownload={download('book.csv')}>Book as CSV</DownloadButton>
          <Menu width={280} position="bottom-end" offset={6}>
            <Menu.Target>
              <ActionButton variant="outline" rightSection={<IconChevronDown {...iconProps(18)} />} onClick={() => {}}>
                For hledger
              </ActionButton>
            </Menu.Target>
            <Menu.Dropdown onKeyDown={typeAhead}>
              <Menu.Item onClick={download('book.journal')}>The book as a journal</Menu.Item>
              <Menu.Item onClick={download('book.csv.rules')}>The rules that read the CSV</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      {data === undefined ? (
        <Loading>
          <Bone height={240} radius={0} />
        </Loading>
      ) : data.entries.length === 0 ? (
        <EmptyState title="Nothing is booked in this month">Entries stand here from the day on which money came or went.</EmptyState>
      ) : (
        <EntryList circleId={circleId} entries={data.entries} />
      )}
      {data && data.total > data.pageSize && (
        <div className={styles.pages}>
          <Pagination
            page={page}
            last={Math.ceil(data.total / data.pageSize)}
            addressOf={(wanted) => `${paths.circleBookOf(circleId, month)}&page=${wanted}`}
          />
        </div>
      )}
    </Card>
  )
}

/** The treasurer's acts at the head of the tab. */
function TreasurerActs({ circleId, book, pay }: { circleId: string; book: Book; pay: string | null }) {
  const [booking, startBooking] = useState<BookingKindName | null>(pay ? 'cost' : null)
  const [isAddingAccount, addAccount] = useState(false)
  const [, setQuery] = useSearchParams()
  const typeAhead = useMenuTypeAhead()
  const unmatched = book.accounts.reduce((sum, account) => sum + account.unmatched, 0)
  const close = () => {
    startBooking(null)
    if (pay) setQuery({ tab: 'book' }, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={styles.acts}>
      <ActionButton leftSection={<IconPlus {...iconProps(18)} />} onClick={() => startBooking('cost')}>
        Book a cost
      </ActionButton>
      <Menu width={280} position="bottom-start" offset={6}>
        <Menu.Target>
          <ActionButton variant="outline" rightSection={<IconChevronDown {...iconProps(18)} />} onClick={() => {}}>
            Book something else
          </ActionButton>
        </Menu.Target>
        <Menu.Dropdown onKeyDown={typeAhead}>
          {kindsFor(null)
            .filter((kind) => kind !== 'cost' && (kind !== 'resolution' || book.suspenseCents !== 0))
            .map((kind) => (
              <Menu.Item key={kind} onClick={() => startBooking(kind)}>
                {bookingKind(kind).text}
              </Menu.Item>
            ))}
          <Menu.Divider />
          <Menu.Item onClick={() => addAccount(true)}>Add a bank account</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionButton variant="outline" to={paths.circleBookImport(circleId)} leftSection={<IconBuildingBank {...iconProps(18)} />}>
        Bank file
      </ActionButton>
      <ActionButton variant="outline" to={paths.circleBookMatch(circleId)} leftSection={<IconLink {...iconProps(18)} />}>
        {unmatched > 0 ? `Match ${unmatched === 1 ? '1 line' : `${unmatched} lines`}` : 'Match with the bank'}
      </ActionButton>
      {booking && <BookingDialog circleId={circleId} kind={booking} motionId={pay} onClose={close} />}
      {isAddingAccount && <AccountDialog circleId={circleId} onClose={() => addAccount(false)} />}
    </div>
  )
}

/** What is owed to the treasurer, another member says. */
function InSuspense({ circleId, book: { treasurer, suspenseCents, may }, isEnded }: BookTabProps & { book: Book }) {
  const [isOpen, open] = useState(false)
  const mayBeTreasurers = treasurer !== null && !isEnded
  if (suspenseCents === 0) return null
  return (
    <>
      <IconNote icon={<IconBuildingBank {...iconProps(16)} />}>
        {formatCents(Math.abs(suspenseCents))} {suspenseCents < 0 ? 'came in and waits' : 'went out and wait'} in suspense until it is known
        what it was. {mayBeTreasurers && may.book && 'What is your own, another member resolves.'}
        {mayBeTreasurers && !may.book && (
          <ActionButton variant="subtle" size="compact-sm" onClick={() => open(true)}>
            It is the treasurer’s
          </ActionButton>
        )}
      </IconNote>
      {isOpen && mayBeTreasurers && (
        <BookingDialog circleId={circleId} kind="owed_to_treasurer" personId={treasurer._id} onClose={() => open(false)} />
      )}
    </>
  )
}

function OwnersAccount({ circleId }: { circleId: string }) {
  const [isOpen, open] = useState(false)
  return (
    <div className={styles.acts}>
      <ActionButton variant="outline" leftSection={<IconBuildingBank {...iconProps(18)} />} onClick={() => open(true)}>
        Add a bank account
      </ActionButton>
      {isOpen && <AccountDialog circleId={circleId} onClose={() => open(false)} />}
    </div>
  )
}
