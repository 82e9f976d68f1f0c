import type { z } from 'zod'
import type { Draft, depositedRequest, distributionReply, markPaidRequest, proposeDepositRequest } from '#contract/distributions.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { useIdempotentAct } from '#web/api/use-idempotent-act.ts'

/** What people do with what is paid out. Nothing about money waits for a connection. */
export function useDistributionActs(circleId: string) {
  // What is proposed opens a motion.
  const once = useIdempotentAct([...acts.moneyChanged(circleId), ...acts.motionChanged(circleId)])
  const base = `app/distribution/${circleId}`
  const post = (path: string, body: object = {}) =>
    once(`post ${path} ${JSON.stringify(body)}`, (options) => api.post<typeof distributionReply>(`${base}${path}`, body, options))

  return {
    draft: (draft: Draft) => post('', draft),
    change: (id: string, draft: Draft) =>
      once(`put ${id} ${JSON.stringify(draft)}`, (options) => api.put<typeof distributionReply>(`${base}/${id}`, draft, options)),
    remove: (id: string) => once(`delete ${id}`, (options) => api.delete(`${base}/${id}`, options)),
    propose: (id: string, closesAt: string) => post(`/${id}/propose`, { closesAt }),
    proposeReversal: (id: string, body: { closesAt: string; why: string }) => post(`/${id}/propose-reversal`, body),
    proposeDeposit: (id: string, body: z.infer<typeof proposeDepositRequest>) => post(`/${id}/propose-deposit`, body),
    markPaid: (id: string, body: z.infer<typeof markPaidRequest>) => post(`/${id}/paid`, body),
    deposited: (id: string, body: z.infer<typeof depositedRequest>) => post(`/${id}/deposited`, body),
    confirm: (id: string, markId: string) => post(`/${id}/paid/${markId}/word`),
    withdraw: (id: string, markId: string) => once(`delete ${markId}`, (options) => api.delete(`${base}/${id}/paid/${markId}`, options)),
  }
}
