import { useRef } from 'react'
import type { z } from 'zod'
import type { BankFileRequest, bankFilePreviewReply, bankImportReply } from '#contract/bank-files.ts'
import type { matchRequest } from '#contract/bank-lines.ts'
import type { bookedReply, reversedReply } from '#contract/book.ts'
import type { confirmMonthRequest } from '#contract/book-months.ts'
import type { accountReply } from '#contract/booking.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { ApiError, api, type CallOptions } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

/** What the treasurer books, by the name of its call. */
export type Booking = { readonly call: string; readonly body: object }

/** What people do with the book and with what the bank shows. Nothing about money waits for a connection. */
export function useBookActs(circleId: string) {
  const cache = useCache()
  const key = useRef({ of: '', id: '' })
  const book = `app/book/${circleId}`
  const bank = `app/bank-file/${circleId}`

  /** A double click, or a retry after a lost answer, sends the same key and so does it only once. */
  const once = async <Answer>(of: string, act: (options: CallOptions) => Promise<Answer>): Promise<Answer> => {
    if (key.current.of !== of) key.current = { of, id: crypto.randomUUID() }
    try {
      const answer = await act({ quiet: true, idempotencyKey: key.current.id })
      key.current = { of: '', id: '' }
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0) key.current = { of: '', id: '' }
      throw error
    } finally {
      // After a refusal too: the page showed what has changed since. A payment can open a motion.
      void cache.invalidate([...acts.moneyChanged(circleId), ...acts.motionChanged(circleId)])
    }
  }
  const post = (path: string, body: object = {}) => once(`post ${path} ${JSON.stringify(body)}`, (options) => api.post(path, body, options))

  return {
    book: ({ call, body }: Booking) =>
      once(`book ${call} ${JSON.stringify(body)}`, (options) => api.post<typeof bookedReply>(`${book}/${call}`, body, options)),
    reverse: (entryId: string, body: { words: string; day?: string | null; bankLineId?: string | null }) =>
      once(`reversal ${entryId} ${JSON.stringify(body)}`, (options) =>
        api.post<typeof reversedReply>(`${book}/reversal/${entryId}`, body, options),
      ),
    confirmReversal: (reversalId: string) => post(`${book}/entry-reversal/${reversalId}/confirm`),
    withdrawReversal: (reversalId: string) => post(`${book}/entry-reversal/${reversalId}/withdraw`),
    addReceipt: (entryId: string, documentVersionId: string) => post(`${book}/receipt`, { entryId, documentVersionId }),
    openAccount: (account: { name: string; purpose: 'operating' | 'deposits' }) =>
      once(`account ${JSON.stringify(account)}`, (options) => api.post<typeof accountReply>(`${book}/account`, account, options)),
    confirmOutlay: (outlayId: string) => post(`${book}/outlay/${outlayId}/confirm`),
    withdrawOutlay: (outlayId: string) => post(`${book}/outlay/${outlayId}/withdraw`),
    /** Stores nothing. */
    previewFile: (file: BankFileRequest) => api.post<typeof bankFilePreviewReply>(`${bank}/preview`, file, { quiet: true }),
    importFile: (file: BankFileRequest) =>
      once(`import ${file.bankAccountId} ${JSON.stringify(file.choices)} ${file.content.length}`, (options) =>
        api.post<typeof bankImportReply>(`${bank}/import`, file, options),
      ),
    match: (match: z.infer<typeof matchRequest>) => post(`${bank}/match`, match),
    matchContribution: (of: { bankLineId: string; person: string; callId: string | null }) => post(`${bank}/contribution`, of),
    takeMatchBack: (matchId: string) => once(`unmatch ${matchId}`, (options) => api.delete(`${bank}/match/${matchId}`, options)),
    confirmMonth: (month: string, balances: z.infer<typeof confirmMonthRequest>['balances']) =>
      post(`${book}/month/${month}/confirm`, { balances }),
    sendMonthBack: (month: string, words: string) => post(`${book}/month/${month}/send-back`, { words }),
  }
}
export type BookActs = ReturnType<typeof useBookActs>
