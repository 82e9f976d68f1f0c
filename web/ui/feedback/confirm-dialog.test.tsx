import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

const nothing = () => {}

test('shows the consequence before the usual question', async () => {
  const confirm = vi.fn()
  renderUi(<ConfirmDialog opened onConfirm={confirm} onCancel={nothing} consequence="Dana Reed is told by mail." />)
  const dialog = await screen.findByRole('dialog', { name: 'Are You Sure?' })
  expect([...dialog.querySelectorAll('p')].map((words) => words.textContent)).toEqual([
    'Dana Reed is told by mail.',
    'This action cannot be undone',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(confirm).toHaveBeenCalledOnce()
})

test('shows the verb on its button, and no warning where the act can be undone', async () => {
  renderUi(<ConfirmDialog opened onConfirm={nothing} onCancel={nothing} title="Suspend Dana Reed?" confirmLabel="Suspend" warning={null} />)
  await screen.findByRole('dialog', { name: 'Suspend Dana Reed?' })
  expect(screen.getByRole('button', { name: 'Suspend' })).toBeTruthy()
  expect(screen.queryByText('This action cannot be undone')).toBeNull()
})
