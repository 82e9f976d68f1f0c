import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { nullValue, SelectField, type SelectFieldProps } from './select-field.tsx'

const options = [
  { value: 'tic', text: 'Tenancy in Common' },
  { value: 'llc', text: 'LLC' },
]

function Field({ start, onChange, ...rest }: { start: string; onChange: (value: string) => void } & Pick<SelectFieldProps, 'onCreate'>) {
  const [value, setValue] = useState(start)
  return (
    <SelectField
      label="Ownership structure"
      options={options}
      value={value}
      onChange={(next) => {
        setValue(next)
        onChange(next)
      }}
      {...rest}
    />
  )
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Ownership structure' })

test('the first option is Select..., with the value NULL', async () => {
  const changed = vi.fn()
  renderUi(<Field start="llc" onChange={changed} />)
  expect(input().value).toBe('LLC')
  await userEvent.click(input())
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Select...', 'Tenancy in Common', 'LLC'])
  await userEvent.click(screen.getByRole('option', { name: 'Select...' }))
  expect(changed).toHaveBeenLastCalledWith('NULL')
  expect(input().value).toBe('')
  expect(input().placeholder).toBe('Select...')
})

test('choosing passes on the value', async () => {
  const changed = vi.fn()
  renderUi(<Field start={nullValue} onChange={changed} />)
  await userEvent.click(input())
  await userEvent.click(screen.getByRole('option', { name: 'Tenancy in Common' }))
  expect(changed).toHaveBeenLastCalledWith('tic')
})

test('a missing option can be added, an existing one cannot', async () => {
  const created = vi.fn()
  renderUi(<Field start={nullValue} onChange={() => {}} onCreate={created} />)
  await userEvent.click(input())
  await userEvent.keyboard('llc')
  expect(screen.queryByRole('option', { name: /Add/ })).toBeNull()
  await userEvent.clear(input())
  await userEvent.keyboard('Trust')
  await userEvent.click(screen.getByRole('option', { name: 'Add “Trust”' }))
  expect(created).toHaveBeenCalledExactlyOnceWith('Trust')
})

test('the list is rendered on first focus, and announces when it opens and closes', async () => {
  renderUi(<Field start="llc" onChange={() => {}} />)
  expect(document.querySelector('[role=listbox]')).toBeNull()
  await userEvent.tab()
  expect(input().getAttribute('aria-expanded')).toBe('false')
  await userEvent.keyboard('{ArrowDown}')
  expect(input().getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(input().getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox')
  await userEvent.keyboard('{Escape}')
  expect(input().getAttribute('aria-expanded')).toBe('false')
})
