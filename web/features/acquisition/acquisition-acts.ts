import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { acquisitionReply, changeStepRequest, endStepRequest, settlementRequest, stepRequest } from '#contract/acquisition.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { useIdempotentAct } from '#web/api/use-idempotent-act.ts'
import { acquisitionQuery } from '#web/shared/acquisition/acquisition.queries.ts'

export type NewStep = z.infer<typeof stepRequest>
export type StepChange = z.infer<typeof changeStepRequest>
export type StepEnd = NonNullable<z.infer<typeof endStepRequest>>
export type NewSettlement = z.infer<typeof settlementRequest>

/** What people do with a purchase. The page shows what the server answers; nothing waits for a connection. */
export function useAcquisitionActs(circleId: string) {
  const queryClient = useQueryClient()
  const once = useIdempotentAct(acts.acquisitionChanged(circleId))
  const base = `app/acquisition/${circleId}`
  const send = (method: 'post' | 'put') => async (path: string, body: object) => {
    const purchase = await once(`${method} ${path} ${JSON.stringify(body)}`, (options) =>
      api[method]<typeof acquisitionReply>(`${base}${path}`, body, options),
    )
    queryClient.setQueryData(acquisitionQuery(circleId).queryKey, purchase)
  }
  const [post, put] = [send('post'), send('put')]

  return {
    start: (propertyId: string) => post('', { propertyId }),
    remindCharter: () => once('remind', (options) => api.post(`${base}/remind-charter`, {}, options)),
    addStep: (step: NewStep) => post('/step', step),
    changeStep: (stepId: string, change: StepChange) => put(`/step/${stepId}`, change),
    endStep: (stepId: string, end: StepEnd) => post(`/step/${stepId}/done`, end),
    skipStep: (stepId: string, reason: string) => post(`/step/${stepId}/skip`, { reason }),
    proposeSettlement: (settlement: NewSettlement) => post('/settlement', settlement),
    withdrawSettlement: (settlementId: string) =>
      once(`withdraw ${settlementId}`, (options) => api.delete(`${base}/settlement/${settlementId}`, options)),
    confirmSettlement: (settlementId: string) => post(`/settlement/${settlementId}/confirm`, { settlementId }),
    giveUp: (reason: string) => post('/give-up', { reason }),
  }
}
export type AcquisitionActs = ReturnType<typeof useAcquisitionActs>
