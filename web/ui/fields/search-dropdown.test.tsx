import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import type { Option } from './field-props.ts'
import { SearchDropdown } from './search-dropdown.tsx'

const towns: Option[] = [
  { value: '1', text: 'Golden' },
  { value: '2', text: 'Goldfield' },
]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function Field({
  search,
  onChoose,
}: {
  search: (text: string, signal: AbortSignal) => Promise<Option[]>
  onChoose?: (text: string) => void
}) {
  const [value, setValue] = useState('')
  return (
    <SearchDropdown
      label="Location"
      search={search}
      value={value}
      onChoose={(option) => {
        setValue(option?.text ?? '')
        onChoose?.(option?.text ?? '')
      }}
    />
  )
}

const input = () => screen.getByRole<HTMLInputElement>('combobox')
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('searches once, half a second after the last key', async () => {
  const search = vi.fn(async () => towns)
  renderUi(<Field search={search} />)
  type('g')
  await pass(300)
  type('gol')
  await pass(499)
  expect(search).not.toHaveBeenCalled()
  expect(input().getAttribute('aria-busy')).toBe('true')
  await pass(1)
  expect(search).toHaveBeenCalledExactlyOnceWith('gol', expect.any(AbortSignal))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Golden', 'Goldfield'])
})

test('an empty field does not search', async () => {
  const search = vi.fn(async () => towns)
  renderUi(<Field search={search} />)
  type('  ')
  await pass(1000)
  expect(search).not.toHaveBeenCalled()
})

test('no results shows No results...', async () => {
  renderUi(<Field search={async () => []} />)
  type('zzyq')
  await pass(500)
  expect(screen.getByText('No results...')).toBeDefined()
})

test('a failed search is logged and shows an empty list', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  renderUi(
    <Field
      search={async () => {
        throw new Error('offline')
      }}
    />,
  )
  type('gol')
  await pass(500)
  expect(screen.getByText('No results...')).toBeDefined()
  expect(logged).toHaveBeenCalledOnce()
})

test('an outdated request is aborted and its answer never shown', async () => {
  const signals: AbortSignal[] = []
  const search = (text: string, signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<Option[]>((resolve) => setTimeout(() => resolve([{ value: text, text }]), text === 'old' ? 2000 : 100))
  }
  renderUi(<Field search={search} />)
  type('old')
  await pass(600)
  type('new')
  await pass(3000)
  expect(signals[0]?.aborted).toBe(true)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['new'])
})

test('arrow keys and Enter choose, and the field then shows the choice', async () => {
  const chosen = vi.fn()
  renderUi(<Field search={async () => towns} onChoose={chosen} />)
  type('gol')
  await pass(500)
  fireEvent.keyDown(input(), { key: 'ArrowDown', code: 'ArrowDown' })
  await pass(50)
  fireEvent.keyDown(input(), { key: 'Enter', code: 'Enter' })
  await pass(50)
  expect(chosen).toHaveBeenLastCalledWith('Golden')
  expect(input().value).toBe('Golden')
})

test('the clear button removes the choice', async () => {
  const chosen = vi.fn()
  renderUi(<Field search={async () => towns} onChoose={chosen} />)
  type('gol')
  await pass(500)
  fireEvent.click(screen.getByRole('option', { name: 'Goldfield' }))
  expect(input().value).toBe('Goldfield')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(chosen).toHaveBeenLastCalledWith('')
  expect(input().value).toBe('')
})

test('text without a choice stays, and the field shows a hint', async () => {
  const chosen = vi.fn()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  renderUi(<Field search={async () => []} onChoose={chosen} />)
  type('Nowhere')
  await pass(500)
  fireEvent.blur(input())
  await pass(50)
  expect(input().value).toBe('Nowhere')
  expect(screen.getByText('Please choose one from the list.')).toBeDefined()
  expect(input().getAttribute('aria-invalid')).toBe('true')
  expect(chosen).not.toHaveBeenCalled()
  type('')
  expect(screen.queryByText('Please choose one from the list.')).toBeNull()
})
