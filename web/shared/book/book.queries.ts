import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { bankLinesReply } from '#contract/bank-lines.ts'
import type { bookEntryReply, bookFormReply, bookReply, entriesReply } from '#contract/book.ts'
import type { bookMonthReply } from '#contract/book-months.ts'
import type { outlaysReply } from '#contract/booking.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { documentsFact, membersFact, moneyFact, motionsFact } from '#web/api/facts.ts'

const facts = (circleId: string) => showing(moneyFact(circleId), motionsFact(circleId), membersFact(circleId), 'people')
const base = (circleId: string) => `app/book/${circleId}`

/** The book of a circle: its months, balances and what comes next. For members, from the first bank account on. */
export const bookQuery = (circleId: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'book', circleId],
    queryFn: ({ signal }) => api.get<typeof bookReply>(base(circleId), { signal, quiet: true }),
  })

/** What may be booked now, and by what it is permitted. */
export const bookFormQuery = (circleId: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'book-form', circleId],
    queryFn: ({ signal }) => api.get<typeof bookFormReply>(`${base(circleId)}/form`, { signal, quiet: true }),
  })

export const bookEntriesQuery = (circleId: string, month: string, page: number) =>
  queryOptions({
    queryKey: [facts(circleId), 'book-entries', circleId, month, page],
    queryFn: ({ signal }) =>
      api.get<typeof entriesReply>(`${base(circleId)}/entries?${new URLSearchParams({ month, page: String(page) })}`, {
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  })

export const bookEntryQuery = (circleId: string, entryId: string) =>
  queryOptions({
    queryKey: [
      showing(moneyFact(circleId), motionsFact(circleId), documentsFact(circleId), membersFact(circleId), 'people'),
      'book-entry',
      circleId,
      entryId,
    ],
    queryFn: ({ signal }) => api.get<typeof bookEntryReply>(`${base(circleId)}/entry/${entryId}`, { signal, quiet: true }),
  })

/** The treasurer's outlays that wait for another member's word. */
export const outlaysQuery = (circleId: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'outlays', circleId],
    queryFn: ({ signal }) => api.get<typeof outlaysReply>(`${base(circleId)}/outlay`, { signal, quiet: true }),
  })

export const bookMonthQuery = (circleId: string, month: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'book-month', circleId, month],
    queryFn: ({ signal }) => api.get<typeof bookMonthReply>(`${base(circleId)}/month/${month}`, { signal, quiet: true }),
  })

/** Lines of the bank, oldest first; with `isAll` the matched ones too. */
export const bankLinesQuery = (circleId: string, isAll: boolean, page: number) =>
  queryOptions({
    queryKey: [facts(circleId), 'bank-lines', circleId, isAll, page],
    queryFn: ({ signal }) =>
      api.get<typeof bankLinesReply>(
        `app/bank-file/${circleId}/lines?${new URLSearchParams({ page: String(page), ...(!isAll && { state: 'unmatched' }) })}`,
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  })
