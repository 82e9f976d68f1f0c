import { sql } from 'kysely'
import type { Book, BookForm } from '#contract/book.ts'
import { Refusal } from '#contract/errors.ts'
import { type Balances, type BookAccount, bookAccounts, moneyHolders, totalOf } from '#domain/book-accounts.ts'
import { addDays, formatCalendarMonth } from '#domain/dates.ts'
import { lastDayOf, mayConfirmMonth, monthConfirmers, monthOf, monthReasonWords, monthsBetween } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readClosedTo } from '#server/shared/book/closed-months.ts'
import { readDeposits } from '#server/shared/book/deposits.ts'
import { readMonthPeople } from '#server/shared/book/month-people.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readFreeCash } from '#server/shared/distributions/cash.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { type BankFacts, firstMonthOf, readBankFacts, unmatchedOf } from './bank-facts.ts'
import { agrees, isSentBack, nextToCloseOf, readWordlessSuspense, standingsOf } from './month-standing.ts'
import { readEmergency, readPermittingMotions } from './permissions.ts'
import { readFlows, readReopenedMonths, stateOf } from './read-month.ts'
import { readWaitingReversals } from './waiting-reversals.ts'

const accountNames = Object.keys(bookAccounts) as BookAccount[]

const ofHolders = (balances: Balances) =>
  moneyHolders
    .map(({ value, text }) => ({ heldBy: value, label: text, amountCents: balances.get(`held:${value}`) ?? 0 }))
    .filter(({ amountCents }) => amountCents !== 0)

async function readOwed(db: Database | Tx, balances: Balances): Promise<Book['owed']> {
  const owed = [...balances].filter(([key]) => key.startsWith('owed:')).map(([key, cents]) => ({ _id: key.slice(5), owedCents: -cents }))
  const names = await readNames(
    db as Database,
    owed.map(({ _id }) => _id),
  )
  return owed.map(({ _id, owedCents }) => ({ _id, name: names.get(_id) ?? '', owedCents }))
}

async function readToRatify(db: Database | Tx, circleId: string): Promise<Book['toRatify']> {
  const { rows } = await sql<Book['toRatify'][number]>`
    select entry_id as "entryId", motions.id as "motionId", title from book_permissions
    join motions on motions.id = ratify_motion_id join motion_texts on motion_texts.motion_id = motions.id
    where book_permissions.circle_id = ${circleId}
      and not exists (select from motion_closings where motion_closings.motion_id = motions.id)
      and not exists (select from motion_withdrawals where motion_withdrawals.motion_id = motions.id)
    order by motions.id`.execute(db)
  return rows
}

type Next = Book['next']

/** What has to be done for the next month to be closed. */
async function readNext(
  db: Database | Tx,
  circleId: string,
  facts: BankFacts,
  today: string,
  reader: string,
  isTreasurer: boolean,
): Promise<Next> {
  const unmatched = facts.accounts.reduce((count, account) => count + unmatchedOf(account).length, 0)
  const month = nextToCloseOf(facts)
  if (unmatched > 0) {
    const words = unmatched === 1 ? '1 line of the bank is not matched yet.' : `${unmatched} lines of the bank are not matched yet.`
    return { words, does: 'match', month, isMine: isTreasurer }
  }
  if (month === null) return { words: 'Nothing is booked yet.', does: 'nothing', month: null, isMine: false }
  if (lastDayOf(month) >= today) {
    const closed = facts.lastClosed ? `The book is closed up to ${formatCalendarMonth(facts.lastClosed)}.` : ''
    return { words: `Nothing waits. ${closed}`.trim(), does: 'nothing', month, isMine: false }
  }
  const standings = standingsOf(facts, month, today, await readWordlessSuspense(db, circleId))
  if (agrees(standings)) {
    if (await isSentBack(db, circleId, month))
      return {
        words: `${formatCalendarMonth(month)} was sent back. What is not right stands on its page.`,
        does: 'agree',
        month,
        isMine: isTreasurer,
      }
    const people = await readMonthPeople(db, circleId, month)
    const waits =
      monthConfirmers(people).length === 0
        ? 'but everyone who holds arcs had a part in it, so nobody can confirm it yet.'
        : 'and waits for the confirmation of a member who had no part in it.'
    const words = `${formatCalendarMonth(month)} agrees with the bank ${waits}`
    return { words, does: 'confirm', month, isMine: mayConfirmMonth(reader, people).ok }
  }
  const reason = standings.flatMap(({ standing }) => standing.reasons)[0]
  const does = reason?.reason === 'month_bank_days_missing' ? 'import' : 'agree'
  const words = `${formatCalendarMonth(month)}: ${reason ? monthReasonWords(reason) : 'it does not agree yet.'}`
  return { words, does, month, isMine: isTreasurer }
}

/** The day with which the strip of months begins. What was taken back, and days of a file before the purchase, make no months of their own. */
async function readFirstDay(db: Database | Tx, circleId: string, { accounts }: BankFacts, today: string): Promise<string> {
  const { rows } = await sql<{ first: string | null }>`
    select min(day) as first from book_entries where circle_id = ${circleId} and kind <> 'opening'
      and not exists (select from book_entries as reversal where reversal.reverses = book_entries.id)`.execute(db)
  const openings = accounts.flatMap((account) => firstMonthOf(account) ?? []).map((month) => `${month}-01`)
  const shown = accounts.flatMap(({ run, startDay }) => (run ? [run.from, startDay ?? run.from].sort().slice(-1) : []))
  return [...rows.flatMap(({ first }) => first ?? []), ...openings, ...shown].sort()[0] ?? today
}

/** The book of a circle as its members see it. */
export async function readBook(db: Database | Tx, circleId: string, reader: string, isOwner: boolean): Promise<Book> {
  const facts = await readBankFacts(db, circleId)
  if (facts.accounts.length === 0) throw new Refusal('book_not_yet')
  const today = await todayIn(db, circleId)
  const balances = await readBalances(db, circleId)
  const { floorCents, ...emergency } = await readEmergency(db, circleId, today)
  const bookkeeper = await readBookkeeper(db, circleId)
  const isTreasurer = bookkeeper === reader
  const suspense = await readWordlessSuspense(db, circleId)
  const flows = await readFlows(db, circleId)
  const reopened = await readReopenedMonths(db, circleId)
  const firstDay = await readFirstDay(db, circleId, facts, today)
  const next = await readNext(db, circleId, facts, today, reader, isTreasurer)
  const names = await readNames(db as Database, bookkeeper ? [bookkeeper] : [])
  return {
    today,
    treasurer: bookkeeper ? { _id: bookkeeper, name: names.get(bookkeeper) ?? '' } : null,
    months: monthsBetween(monthOf(firstDay), monthOf(today)).map((month) => {
      // What a closed month agreed with is not reckoned again.
      const isClosed = facts.lastClosed !== null && month <= facts.lastClosed
      const standings = isClosed ? [] : standingsOf(facts, month, today, suspense)
      const state = stateOf(facts, month, standings)
      const flow = flows.find((each) => each.month === month)
      const reasons = state === 'open' ? standings.flatMap(({ standing }) => standing.reasons.map(monthReasonWords)) : []
      return {
        month,
        state,
        isReopened: reopened.includes(month),
        inCents: flow?.inCents ?? 0,
        outCents: flow?.outCents ?? 0,
        fromMembersCents: flow?.fromMembersCents ?? 0,
        toMembersCents: flow?.toMembersCents ?? 0,
        waitsFor: [...new Set(reasons)],
      }
    }),
    closedTo: facts.lastClosed,
    accounts: facts.accounts.map((account) => {
      const { id, name, purpose, run } = account
      return {
        _id: id,
        name,
        purpose,
        cashCents: balances.get(`cash:${id}`) ?? 0,
        shownFrom: run?.from ?? null,
        shownTo: run?.to ?? null,
        unmatched: unmatchedOf(account).length,
      }
    }),
    balances: accountNames
      .map((account) => ({ account, label: bookAccounts[account].label, amountCents: totalOf(balances, account) }))
      .filter(({ amountCents }) => amountCents !== 0),
    cashCents: totalOf(balances, 'cash'),
    freeCashCents: await readFreeCash(db, circleId, balances),
    floorCents,
    depositsHeldCents: -(balances.get('deposits_held') ?? 0) || 0,
    heldByOthers: ofHolders(balances),
    owed: await readOwed(db, balances),
    suspenseCents: balances.get('suspense') ?? 0,
    emergency,
    toRatify: await readToRatify(db, circleId),
    reversals: await readWaitingReversals(db, circleId, reader),
    next,
    may: {
      book: isTreasurer,
      openAccount: isTreasurer || isOwner,
      confirm: next.does === 'confirm' && next.isMine ? next.month : null,
    },
  }
}

/** What the forms of the treasurer offer. */
export async function readBookForm(db: Database | Tx, circleId: string): Promise<BookForm> {
  const facts = await readBankFacts(db, circleId)
  if (facts.accounts.length === 0) throw new Refusal('book_not_yet')
  const today = await todayIn(db, circleId)
  const balances = await readBalances(db, circleId)
  const { leftCents, floorCents } = await readEmergency(db, circleId, today)
  const closedTo = await readClosedTo(db, circleId)
  const members = (await readHoldings(db, circleId)).map(({ user }) => user)
  const names = await readNames(db as Database, members)
  return {
    today,
    openFrom: closedTo && addDays(closedTo, 1),
    accounts: facts.accounts.map(({ id, name, purpose }) => ({ _id: id, name, purpose, cashCents: balances.get(`cash:${id}`) ?? 0 })),
    motions: await readPermittingMotions(db, circleId, today),
    freeCashCents: await readFreeCash(db, circleId, balances),
    floorCents,
    emergencyLeftCents: leftCents,
    owed: await readOwed(db, balances),
    deposits: await readDeposits(db, circleId),
    heldByOthers: ofHolders(balances).map(({ heldBy, amountCents }) => ({ heldBy, amountCents })),
    suspenseCents: balances.get('suspense') ?? 0,
    loanCents: -(balances.get('loan') ?? 0) || 0,
    members: members.map((_id) => ({ _id, name: names.get(_id) ?? '' })),
  }
}
