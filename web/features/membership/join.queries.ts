import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { joinReply } from '#contract/membership.ts'
import { withInvite } from '#contract/paths.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { ApiError, api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

/** A double click, or a retry after a lost answer, sends the same idempotency key and so buys only once. */
export function useJoin(circleId: string, userId: string, invite: string | null) {
  const cache = useCache()
  const key = useRef({ amount: 0, id: '' })
  const keyFor = (amount: number) => {
    if (key.current.amount !== amount) key.current = { amount, id: crypto.randomUUID() }
    return key.current.id
  }
  return useMutation({
    mutationFn: (order: { amount: number; currentInvestmentAmount: number; charterVersion: number | undefined }) =>
      api.post(
        withInvite(`app/circle-membership/${circleId}`, invite),
        {
          circle: circleId,
          user: userId,
          investmentAmount: order.amount,
          currentInvestmentAmount: order.currentInvestmentAmount,
          isOwner: false,
          ...(order.charterVersion !== undefined && { charterVersion: order.charterVersion }),
        },
        joinReply,
        { idempotencyKey: keyFor(order.amount), quiet: true },
      ),
    onSuccess: async ({ complete }) => {
      if (complete) console.info('The circle is fully funded and a notification was sent.')
      await cache.invalidate(acts.circleJoined(circleId))
    },
    onError: (error) => {
      // The server answered, so nothing was bought: the next attempt gets a new key. Without an answer the key stays.
      if (error instanceof ApiError && error.status !== 0) key.current = { amount: 0, id: '' }
      return cache.invalidate(acts.circleRefused(circleId))
    },
  })
}
