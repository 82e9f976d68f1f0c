import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { DownloadButton } from './download-button.tsx'

test('asks for the file once, however often it is pressed before the file arrives', async () => {
  let arrive = () => {}
  const download = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        arrive = resolve
      }),
  )
  renderUi(<DownloadButton onDownload={download}>Export CSV</DownloadButton>)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' })
  await userEvent.dblClick(button)
  expect(download).toHaveBeenCalledOnce()
  expect(button.disabled).toBe(true)
  arrive()
  await waitFor(() => expect(button.disabled).toBe(false))
})
