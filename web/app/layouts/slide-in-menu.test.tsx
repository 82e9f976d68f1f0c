import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { SlideInMenu } from './slide-in-menu.tsx'

test('the phone menu opens with the first press, and gives the focus back when it closes', async () => {
  renderUi(
    <MemoryRouter>
      <SlideInMenu side="right">
        <a href="/">Find Circles</a>
      </SlideInMenu>
    </MemoryRouter>,
  )
  const button = screen.getByRole('button', { name: 'Open menu' })
  await userEvent.click(button)
  expect(await screen.findByRole('link', { name: 'Find Circles' }, { timeout: 10_000 })).toBeDefined()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})
