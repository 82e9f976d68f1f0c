import { useEffect, useState } from 'react'
import type { NeedCell } from '#domain/needs.ts'

const fadeMilliseconds = 200

export type ShownCell = { readonly cell: NeedCell; readonly isLeaving: boolean }

/** Keeps cells that are done for as long as they fade out, each in its place. `cells` must be the same array while nothing changes. */
export function useFadingCells(cells: readonly NeedCell[]): readonly ShownCell[] {
  const [{ known, before }, remember] = useState<{ known: readonly NeedCell[]; before: readonly NeedCell[] | null }>({
    known: cells,
    before: null,
  })
  if (known !== cells) {
    const isDone = known.some(({ kind }) => cells.every((cell) => cell.kind !== kind))
    remember({ known: cells, before: isDone ? known : null })
  }
  useEffect(() => {
    if (before === null) return
    const timer = setTimeout(() => remember((now) => ({ ...now, before: null })), fadeMilliseconds)
    return () => clearTimeout(timer)
  }, [before])
  if (before === null) return cells.map((cell) => ({ cell, isLeaving: false }))
  return before.map((old) => {
    const cell = cells.find(({ kind }) => kind === old.kind)
    return { cell: cell ?? old, isLeaving: cell === undefined }
  })
}
