import type { z } from 'zod'
import type { callReply, NewContribution, NewPaidBack, openCallRequest } from '#contract/calls.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { useIdempotentAct } from '#web/api/use-idempotent-act.ts'

/** What people do with calls and payments. Nothing about money waits for a connection. */
export function useCallActs(circleId: string) {
  const once = useIdempotentAct(acts.moneyChanged(circleId))
  const base = `app/call/${circleId}`
  const post = (path: string, body: object = {}) =>
    once(`post ${path} ${JSON.stringify(body)}`, (options) => api.post(`${base}${path}`, body, options))
  const remove = (path: string) => once(`delete ${path}`, (options) => api.delete(`${base}${path}`, options))

  return {
    open: (call: z.infer<typeof openCallRequest>) =>
      once(`open ${JSON.stringify(call)}`, (options) => api.post<typeof callReply>(base, call, options)),
    remind: (callId: string) => post(`/${callId}/remind`),
    record: (paid: NewContribution) => post('/contribution', paid),
    confirm: (contributionId: string) => post(`/contribution/${contributionId}/word`),
    withdraw: (contributionId: string) => remove(`/contribution/${contributionId}`),
    returned: (contributionId: string, day: string) => post(`/contribution/${contributionId}/returned`, { day }),
    payBack: (order: NewPaidBack) => post('/paid-back', order),
    confirmPaidBack: (paidBackId: string) => post(`/paid-back/${paidBackId}/word`),
    withdrawPaidBack: (paidBackId: string) => remove(`/paid-back/${paidBackId}`),
  }
}
export type CallActs = ReturnType<typeof useCallActs>
