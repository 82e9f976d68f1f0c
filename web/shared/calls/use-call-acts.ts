import { useRef } from 'react'
import type { z } from 'zod'
import type { callReply, NewContribution, NewPaidBack, openCallRequest } from '#contract/calls.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { ApiError, api, type CallOptions } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

/** What people do with calls and payments. Nothing about money waits for a connection. */
export function useCallActs(circleId: string) {
  const cache = useCache()
  const key = useRef({ of: '', id: '' })
  const base = `app/call/${circleId}`

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
      // After a refusal too: the page showed what has changed since.
      void cache.invalidate(acts.moneyChanged(circleId))
    }
  }
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
