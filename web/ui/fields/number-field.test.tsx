import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { NumberField } from './number-field.tsx'

function Field({ onChange }: { onChange: (value: number | undefined) => void }) {
  const [value, setValue] = useState<number | undefined>(undefined)
  return (
    <NumberField
      label="Bedrooms"
      value={value}
      onChange={(next) => {
        setValue(next)
        onChange(next)
      }}
    />
  )
}

test('passes on the number, or undefined when there is none', async () => {
  const changed = vi.fn()
  renderUi(<Field onChange={changed} />)
  const input = screen.getByLabelText<HTMLInputElement>('Bedrooms')
  await userEvent.type(input, '2.50x')
  expect(changed).toHaveBeenLastCalledWith(2.5)
  expect(input.value).toBe('2.50')
  await userEvent.clear(input)
  expect(changed).toHaveBeenLastCalledWith(undefined)
})
