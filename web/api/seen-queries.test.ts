import { onlineManager, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { invalidateFacts, showing } from './cache-rules.ts'
import { circleFact } from './facts.ts'
import { forgetSeen, showSeenWhileOffline } from './seen-queries.ts'

const circle = [showing(circleFact('7')), 'circle', '7'] as const

test('what an event removed from the cache can be read while offline, as of when it was loaded, and not after', async () => {
  const queryClient = new QueryClient()
  const stop = showSeenWhileOffline(queryClient)
  queryClient.setQueryData(circle, 'Larkspur', { updatedAt: 42 })
  await invalidateFacts(queryClient, [circleFact('7')])
  expect(queryClient.getQueryData(circle)).toBeUndefined()
  onlineManager.setOnline(false)
  expect(queryClient.getQueryState(circle)).toMatchObject({ data: 'Larkspur', dataUpdatedAt: 42 })
  onlineManager.setOnline(true)
  expect(queryClient.getQueryData(circle)).toBeUndefined()

  forgetSeen()
  onlineManager.setOnline(false)
  expect(queryClient.getQueryData(circle)).toBeUndefined()
  stop()
})
