import { screen } from '@testing-library/react'
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

test('keeps only digits and the dot while typing, and shows two decimals once left', async () => {
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

test('an amount that was reached by keyboard is typed over as a whole', async () => {
  const changed = vi.fn()
  renderUi(<Field start={845_000} onChange={changed} />)
  await userEvent.tab()
  await userEvent.keyboard('830000')
  expect(changed).toHaveBeenLastCalledWith(830_000)
})
