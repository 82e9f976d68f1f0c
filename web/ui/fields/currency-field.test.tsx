import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { CurrencyField } from './currency-field.tsx'

const keep = (text: string) => text.replace(/[^\d.]/g, '')
const parse = (text: string) => (text === '' ? undefined : Number.parseFloat(text))
const format = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function Field({ onChange, start }: { onChange?: (value: number | undefined) => void; start?: number }) {
  const [value, setValue] = useState<number | undefined>(start)
  return (
    <CurrencyField
      label="Amount"
      symbol="$"
      value={value}
      onChange={(next) => {
        setValue(next)
        onChange?.(next)
      }}
      keep={keep}
      parse={parse}
      format={format}
    />
  )
}

const input = () => screen.getByLabelText<HTMLInputElement>('Amount')

test('allows only digits and the dot while typing, and shows two decimals after blur', async () => {
  const changed = vi.fn()
  renderUi(<Field onChange={changed} />)
  await userEvent.type(input(), '$40a,000.5')
  expect(input().value).toBe('40000.5')
  expect(changed).toHaveBeenLastCalledWith(40_000.5)
  await userEvent.tab()
  expect(input().value).toBe('40,000.50')
})

test('an emptied field is undefined, not zero', async () => {
  const changed = vi.fn()
  renderUi(<Field onChange={changed} start={500_000} />)
  expect(input().value).toBe('500,000.00')
  await userEvent.clear(input())
  expect(changed).toHaveBeenLastCalledWith(undefined)
  await userEvent.tab()
  expect(input().value).toBe('')
})

test('an amount focused by keyboard is selected, so that typing replaces it', async () => {
  const changed = vi.fn()
  renderUi(<Field start={845_000} onChange={changed} />)
  await userEvent.tab()
  await userEvent.keyboard('830000')
  expect(changed).toHaveBeenLastCalledWith(830_000)
})

/** How browsers fill a field by script: focus first, then set the selection. */
async function fill(field: HTMLInputElement, text: string) {
  field.setSelectionRange(0, field.value.length)
  const hidden = vi.spyOn(field, 'selectionEnd', 'get').mockReturnValue(0)
  await act(async () => {
    field.focus()
    hidden.mockRestore()
  })
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  fireEvent.input(field)
}

test('filling the field by script replaces its value', async () => {
  const changed = vi.fn()
  renderUi(<Field start={845_000} onChange={changed} />)
  await fill(input(), '600000')
  expect(input().value).toBe('600000')
  expect(changed).toHaveBeenLastCalledWith(600_000)
})

test('a value set by script is accepted, with or without blur', async () => {
  renderUi(<Field start={845_000} />)
  await act(async () => {
    input().focus()
    fireEvent.change(input(), { target: { value: '700000' } })
  })
  expect(input().value).toBe('700000')
  await act(async () => {
    input().blur()
    input().focus()
    fireEvent.change(input(), { target: { value: '710000' } })
    input().blur()
  })
  expect(input().value).toBe('710,000.00')
})
