import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { SidePanel } from './side-panel.tsx'

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Discussion
      </button>
      {isOpen && (
        <SidePanel title="18 Finch Road" onClose={() => setOpen(false)}>
          <button type="button">Change Vote</button>
        </SidePanel>
      )}
    </>
  )
}

test('takes the focus, and Escape returns it to the button that opened the panel', async () => {
  const user = userEvent.setup()
  renderUi(<Page />)
  const opener = screen.getByRole('button', { name: 'Discussion' })
  await user.click(opener)
  const panel = await screen.findByRole('dialog', { name: '18 Finch Road' })
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
