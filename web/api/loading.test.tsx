import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { beginLoading, setGlobalError, useIsLoading } from './loading.ts'

/** Starts this many requests inside `act`. */
function begin(count: number): (() => void)[] {
  const ends: (() => void)[] = []
  act(() => {
    for (let index = 0; index < count; index += 1) ends.push(beginLoading())
  })
  return ends.map((end) => () => act(end))
}

test('the indicator is on while any request is pending', () => {
  const { result } = renderHook(useIsLoading)
  expect(result.current).toBe(false)
  const ends = begin(2)
  expect(result.current).toBe(true)
  ends[0]?.()
  expect(result.current).toBe(true)
  ends[1]?.()
  expect(result.current).toBe(false)
})

test('the indicator is off while a global error is shown', () => {
  const { result } = renderHook(useIsLoading)
  const ends = begin(1)
  act(() => setGlobalError(true))
  expect(result.current).toBe(false)
  act(() => setGlobalError(false))
  expect(result.current).toBe(true)
  ends[0]?.()
})
