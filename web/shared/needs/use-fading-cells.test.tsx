import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { NeedCell, NeedCellKind } from '#domain/needs.ts'
import { useFadingCells } from './use-fading-cells.ts'

const cell = (kind: NeedCellKind, figure = 1): NeedCell => ({
  kind,
  label: '',
  figure,
  unit: '',
  due: null,
  what: '',
  action: '',
  path: '/',
})

afterEach(() => void vi.useRealTimers())

test('a cell that is done keeps its place while it fades, and then leaves', () => {
  vi.useFakeTimers()
  const before = [cell('vote'), cell('read', 3)]
  const { result, rerender } = renderHook(({ cells }) => useFadingCells(cells), { initialProps: { cells: before } })
  const shown = () => result.current.map(({ cell: { kind, figure }, isLeaving }) => [kind, figure, isLeaving])
  expect(shown()).toEqual([
    ['vote', 1, false],
    ['read', 3, false],
  ])
  rerender({ cells: [cell('read', 2)] })
  expect(shown()).toEqual([
    ['vote', 1, true],
    ['read', 2, false],
  ])
  act(() => void vi.advanceTimersByTime(250))
  expect(shown()).toEqual([['read', 2, false]])
  rerender({ cells: [cell('read', 2), cell('agree')] })
  expect(shown()).toHaveLength(2)
})
