import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { Dialog } from './dialog.tsx'

function Page({ staysMounted }: { staysMounted: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <h1 tabIndex={-1}>User Profile</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Change email
      </button>
      {(isOpen || staysMounted) && (
        <Dialog opened={isOpen} title="Change email" onClose={() => setOpen(false)}>
          <input aria-label="New email" />
        </Dialog>
      )}
    </>
  )
}

test.each([
  ['stays mounted', true],
  ['is unmounted', false],
])('a dialog that %s when it closes returns the focus to the button that opened it', async (_, staysMounted) => {
  const user = userEvent.setup()
  renderUi(<Page staysMounted={staysMounted} />)
  const opener = screen.getByRole('button', { name: 'Change email' })
  await user.click(opener)
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
