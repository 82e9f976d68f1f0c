import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { KeywordField } from './keyword-field.tsx'

const searched = vi.fn()

function Field() {
  const [text, setText] = useState('')
  return (
    <KeywordField
      text={text}
      onChange={(next) => {
        searched(next)
        setText(next)
      }}
    />
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Keywords')

test('keywords apply after the debounce without Enter, and text typed meanwhile stays', async () => {
  searched.mockClear()
  renderUi(<Field />)
  await userEvent.type(field(), 'lake ')
  await waitFor(() => expect(searched).toHaveBeenLastCalledWith('lake'), { timeout: 5_000 })
  await userEvent.type(field(), 'view')
  expect(field().value).toBe('lake view')
  await waitFor(() => expect(searched).toHaveBeenLastCalledWith('lake view'), { timeout: 5_000 })
  expect(field().value).toBe('lake view')
})

test('Enter applies keywords at once, and only once', async () => {
  searched.mockClear()
  renderUi(<Field />)
  await userEvent.type(field(), 'porch{Enter}')
  expect(searched).toHaveBeenLastCalledWith('porch')
  await userEvent.tab()
  expect(searched.mock.calls.filter(([text]) => text === 'porch')).toHaveLength(1)
})
