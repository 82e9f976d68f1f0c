import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { MultiSelectField } from './multi-select-field.tsx'

const options = [
  { value: 'condo', text: 'Condominium' },
  { value: 'land', text: 'Land' },
  { value: 'townhouse', text: 'Townhouse' },
]

function Field({ start, onChange }: { start: string[]; onChange: (values: string[]) => void }) {
  const [values, setValues] = useState(start)
  return (
    <MultiSelectField
      label="Property types"
      options={options}
      values={values}
      onChange={(next) => {
        setValues(next)
        onChange(next)
      }}
    />
  )
}

const open = () => userEvent.click(screen.getByRole('combobox', { name: 'Property types' }))
const offered = () => screen.getAllByRole('option').map((option) => option.textContent)

test('a click adds an option, another removes it', async () => {
  const changed = vi.fn()
  renderUi(<Field start={['condo']} onChange={changed} />)
  await open()
  await userEvent.click(screen.getByRole('option', { name: 'Land' }))
  expect(changed).toHaveBeenLastCalledWith(['condo', 'land'])
  await userEvent.click(screen.getByRole('option', { name: 'Condominium' }))
  expect(changed).toHaveBeenLastCalledWith(['land'])
})

test('typing filters the list, ignoring case', async () => {
  renderUi(<Field start={[]} onChange={() => {}} />)
  await open()
  await userEvent.keyboard('HOUSE')
  expect(offered()).toEqual(['Townhouse'])
})

test('Clear all removes everything', async () => {
  const changed = vi.fn()
  renderUi(<Field start={['condo', 'land']} onChange={changed} />)
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(changed).toHaveBeenLastCalledWith([])
})
