import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { UploadField } from './upload-field.tsx'

type Upload = (file: File, onProgress: (percent: number) => void) => Promise<string>

function Field({ upload, accept }: { upload: Upload; accept?: string[] }) {
  const [key, setKey] = useState<string | null>(null)
  return (
    <UploadField
      label="Listing image"
      value={key}
      onChange={setKey}
      upload={upload}
      preview={(stored) => <p>Preview of {stored}</p>}
      {...(accept && { accept })}
    />
  )
}

const picture = new File(['x'], 'house.png', { type: 'image/png' })
const choose = (file: File) => userEvent.upload(screen.getByLabelText('Listing image'), file, { applyAccept: false })

test('shows the percentage, then that the preview is being made, then the file', async () => {
  let report: (percent: number) => void = () => {}
  let finish: (key: string) => void = () => {}
  const upload: Upload = (_file, onProgress) => {
    report = onProgress
    return new Promise((resolve) => {
      finish = resolve
    })
  }
  renderUi(<Field upload={upload} />)
  await choose(picture)
  expect(await screen.findByText('Uploading 0%...')).toBeDefined()
  act(() => report(64))
  expect(screen.getByText('Uploading 64%...')).toBeDefined()
  act(() => report(100))
  expect(screen.getByText('Generating Preview...')).toBeDefined()
  await act(async () => finish('house.png-2026'))
  expect(screen.getByText('Preview of house.png-2026')).toBeDefined()
})

test('a failure keeps the file, and Retry sends it again', async () => {
  const upload = vi.fn<Upload>().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce('stored')
  renderUi(<Field upload={upload} />)
  await choose(picture)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Something went wrong...')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getByText('Preview of stored')).toBeDefined())
  expect(upload.mock.calls.map(([file]) => file.name)).toEqual(['house.png', 'house.png'])
})

test('a file of the wrong type is not sent, and the field says why', async () => {
  const upload = vi.fn<Upload>()
  renderUi(<Field upload={upload} accept={['image/png']} />)
  await choose(new File(['x'], 'tool.exe', { type: 'application/x-msdownload' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This type of file cannot be used here.')
  expect(upload).not.toHaveBeenCalled()
})

test('a file with refused content offers no retry', async () => {
  const upload = vi.fn<Upload>().mockRejectedValue(new Error('refused'))
  renderUi(
    <UploadField
      label="Listing image"
      value={null}
      onChange={() => {}}
      upload={upload}
      preview={() => null}
      refusalOf={() => 'This kind of file cannot be uploaded.'}
    />,
  )
  await choose(picture)
  expect((await screen.findByRole('alert')).textContent).toBe('This kind of file cannot be uploaded.')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('Remove empties the field', async () => {
  renderUi(<Field upload={async () => 'stored'} />)
  await choose(picture)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(screen.queryByText('Preview of stored')).toBeNull()
  expect(screen.getByLabelText('Listing image')).toBeDefined()
})
