import { useState } from 'react'
import type { inviteToOfferReply, NewOffer, offerReply } from '#contract/offers.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { useIdempotentAct } from '#web/api/use-idempotent-act.ts'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'

/** What people do with offers of arcs. Nothing of it waits for a connection. */
export function useOfferActs(circleId: string) {
  const once = useIdempotentAct(acts.offersChanged(circleId))
  const base = `app/offer/${circleId}`
  const post = (path: string, body: object = {}) =>
    once(`post ${path} ${JSON.stringify(body)}`, (options) => api.post<typeof offerReply>(`${base}${path}`, body, options))
  const put = (path: string, body: object) =>
    once(`put ${path} ${JSON.stringify(body)}`, (options) => api.put<typeof offerReply>(`${base}${path}`, body, options))

  return {
    offer: (form: NewOffer) => post('', form),
    bid: (offerId: string, wanted: number) => put(`/${offerId}/bid`, { wanted }),
    withdraw: (offerId: string) => post(`/${offerId}/withdraw`),
    yes: (offerId: string, price: number) => put(`/${offerId}/yes`, { isYes: true, price }),
    decline: (offerId: string) => put(`/${offerId}/yes`, { isYes: false }),
    choose: (offerId: string, choice: { user: string; arcs: number[]; price: number }) => post(`/${offerId}/choose`, choice),
    lowerPrice: (offerId: string, price: number) => post(`/${offerId}/lower-price`, { price }),
    invite: (offerId: string, { emails, note }: { emails: readonly string[]; note: string }) =>
      once(`invite ${offerId} ${emails.join(' ')} ${note}`, (options) =>
        api.post<typeof inviteToOfferReply>(`${base}/${offerId}/invitation`, { emails, ...(note && { note }) }, options),
      ),
    remindInvited: (offerId: string, invitationId: string) =>
      once(`remind ${invitationId}`, (options) => api.post(`${base}/${offerId}/invitation/${invitationId}`, {}, options)),
    withdrawInvited: (offerId: string, invitationId: string) =>
      once(`withdraw ${invitationId}`, (options) => api.delete(`${base}/${offerId}/invitation/${invitationId}`, options)),
    paid: (transferId: string, charterVersion: number | null) => post(`/transfer/${transferId}/paid`, { charterVersion }),
    remind: (transferId: string) => post(`/transfer/${transferId}/remind`),
    received: (transferId: string) => post(`/transfer/${transferId}/received`),
    settle: (transferId: string, end: 'done' | 'ended') => post(`/transfer/${transferId}/settle`, { end }),
  }
}
export type OfferActs = ReturnType<typeof useOfferActs>

/** One act at a time, with its own loading state and the server's sentence if it is refused. */
export function useOneAct(run: <Answer>(act: () => Promise<Answer>) => Promise<Answer> = (act) => act()) {
  const [busy, setBusy] = useState<string | null>(null)
  const act = async (key: string, done: string, send: () => Promise<unknown>): Promise<boolean> => {
    setBusy(key)
    try {
      await run(send)
      toast.success(done)
      return true
    } catch (error) {
      toastFailure(error instanceof Error ? error : new Error('Something went wrong...'))
      return false
    } finally {
      setBusy(null)
    }
  }
  return { busy, act }
}
