import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { joinReply } from '#contract/membership.ts'
import { withInvite } from '#contract/paths.ts'
import { arcsWords } from '#domain/arcs.ts'
import { formatDollars } from '#domain/money.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { ApiError, api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { conversationThread, latestPostsQuery } from '#web/shared/thread/thread.queries.ts'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { welcomeQuery } from './welcome.queries.ts'

type Order = { amount: number; title: string; currentInvestmentAmount: number; charterVersion: number | undefined }

/** A double click, or a retry after a lost answer, sends the same idempotency key and so buys only once. */
export function useJoin(circleId: string, userId: string, invite: string | null) {
  const cache = useCache()
  const queryClient = useQueryClient()
  const key = useRef({ amount: 0, id: '' })
  const keyFor = (amount: number) => {
    if (key.current.amount !== amount) key.current = { amount, id: crypto.randomUUID() }
    return key.current.id
  }
  return useMutation({
    mutationFn: (order: Order) =>
      api.post<typeof joinReply>(
        withInvite(`app/circle-membership/${circleId}`, invite),
        {
          circle: circleId,
          user: userId,
          investmentAmount: order.amount,
          currentInvestmentAmount: order.currentInvestmentAmount,
          isOwner: false,
          ...(order.charterVersion !== undefined && { charterVersion: order.charterVersion }),
        },
        { idempotencyKey: keyFor(order.amount), quiet: true },
      ),
    // Here and not in the screen, because the person may have left it while the answer was on its way.
    onSuccess: async ({ complete, arcs, investmentAmount }, { title }) => {
      if (complete) console.info('The circle is fully funded and a notification was sent.')
      await cache.invalidate(acts.circleJoined(circleId))
      // The steps stay on screen until the circle's page has what it needs, instead of an empty one.
      await Promise.all([
        queryClient.prefetchQuery(circleQuery(circleId)),
        queryClient.prefetchQuery(membersQuery(circleId)),
        queryClient.prefetchQuery(welcomeQuery(circleId)),
        queryClient.prefetchQuery(latestPostsQuery(conversationThread(circleId, title))),
      ])
      toast.success(
        <>
          You hold {arcsWords(arcs)} of <bdi>{title}</bdi>, {formatDollars(investmentAmount)}.
        </>,
        { duration: longToast },
      )
    },
    onError: (error) => {
      // The server answered, so nothing was bought: the next attempt gets a new key. Without an answer the key stays.
      if (error instanceof ApiError && error.status !== 0) key.current = { amount: 0, id: '' }
      return cache.invalidate(acts.circleRefused(circleId))
    },
  })
}
