import type { z } from 'zod'
import type { BankFileRequest, bankFilePreviewReply, bankImportReply } from '#contract/bank-files.ts'
import type { matchRequest } from '#contract/bank-lines.ts'
import type { bookedReply, reversedReply } from '#contract/book.ts'
import type { confirmMonthRequest } from '#contract/book-months.ts'
import type { accountReply } from '#contract/booking.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { useIdempotentAct } from '#web/api/use-idempotent-act.ts'

/** What the treasurer books, by the name of its call. */
export type Booking = { readonly call: string; readonly body: object }

/** What people do with the book and with what the bank shows. Nothing about money waits for a connection. */
export function useBookActs(circleId: string) {
  // A payment can open a motion.
  const once = useIdempotentAct([...acts.moneyChanged(circleId), ...acts.motionChanged(circleId)])
  const book = `app/book/${circleId}`
  const bank = `app/bank-file/${circleId}`
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
