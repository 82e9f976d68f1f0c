import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { TableSearch } from './table-search.tsx'

test('blur runs the search before a pressed link opens', () => {
  const searched = vi.fn()
  renderUi(<TableSearch label="Search people" value="" maxLength={200} onSearch={searched} />)
  const field = screen.getByLabelText('Search people')
  fireEvent.change(field, { target: { value: 'stone' } })
  expect(searched).not.toHaveBeenCalled()
  fireEvent.blur(field)
  expect(searched.mock.calls).toEqual([['stone']])
})
