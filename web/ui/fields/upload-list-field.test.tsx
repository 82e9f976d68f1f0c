import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { UploadListField } from './upload-list-field.tsx'
import { type UploadedFile, useUploadList } from './use-upload-list.ts'

type Upload = (file: File, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<string>

type FieldProps = { upload: Upload; refusalOf?: (error: unknown) => string | undefined; isOrdered?: boolean; disabled?: boolean }

function Field({ upload, refusalOf, isOrdered = false, disabled = false }: FieldProps) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const uploads = useUploadList({
    value: files,
    onChange: setFiles,
    upload,
    most: 3,
    rejections: { file: 'Please choose a PDF', number: 'At most 3' },
    ...(refusalOf && { refusalOf }),
  })
  return (
    <UploadListField
      label="Documents"
      uploads={uploads}
      hint="PDF, at most 1 KB"
      detailOf={({ size }) => `${size} bytes`}
      accept={['application/pdf']}
      maxBytes={1024}
      isOrdered={isOrdered}
      disabled={disabled}
    />
  )
}

const pdf = (name: string, content = 'x') => new File([content], name, { type: 'application/pdf' })
const choose = (...files: File[]) => userEvent.upload(screen.getByLabelText('Documents'), files, { applyAccept: false })
const stored = () => within(screen.getByRole('list', { name: 'Documents, added' })).getAllByRole('listitem')

test('shows the progress of each file, then the file, and removes it', async () => {
  let report: (percent: number) => void = () => {}
  let finish: (key: string) => void = () => {}
  const upload: Upload = (_file, onProgress) => {
    report = onProgress
    return new Promise((resolve) => {
      finish = resolve
    })
  }
  renderUi(<Field upload={upload} />)
  await choose(pdf('Lease 2026.pdf'))
  expect(await screen.findByText('Uploading 0%...')).toBeDefined()
  act(() => report(64))
  expect(screen.getByText('Uploading 64%...')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Upload of Lease 2026.pdf' }).getAttribute('aria-valuenow')).toBe('64')
  await act(async () => finish('lease'))
  expect(stored().map(({ textContent }) => textContent)).toEqual(['Lease 2026.pdf1 bytesRemove'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove Lease 2026.pdf' }))
  expect(screen.queryByText('Lease 2026.pdf')).toBeNull()
})

test('several files are uploaded at once; the fourth is refused and the drop zone goes', async () => {
  const upload = vi.fn<Upload>(async (file) => file.name)
  renderUi(<Field upload={upload} />)
  await choose(pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'), pdf('d.pdf'))
  await waitFor(() => expect(stored()).toHaveLength(3))
  expect(upload).toHaveBeenCalledTimes(3)
  expect(screen.getByRole('alert').textContent).toBe('At most 3')
  expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove b.pdf' }))
  expect(stored()).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined()
})

test('a file of the wrong type or size is not sent, and the next choice clears the message', async () => {
  const upload = vi.fn<Upload>(async () => 'key')
  renderUi(<Field upload={upload} />)
  await choose(new File(['x'], 'Statement.heic', { type: 'image/heic' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose a PDF')
  expect(screen.getByText('Statement.heic')).toBeDefined()
  await choose(pdf('large.pdf', 'x'.repeat(2_000)))
  await waitFor(() => expect(screen.getByText('large.pdf')).toBeDefined())
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(upload).not.toHaveBeenCalled()
  await choose(pdf('a.pdf'))
  await waitFor(() => expect(stored()).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure keeps the file, and Retry sends it again; a final refusal does not', async () => {
  const upload = vi.fn<Upload>().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce('key').mockRejectedValue('final')
  renderUi(<Field upload={upload} refusalOf={(error) => (error === 'final' ? 'This kind of file cannot be uploaded.' : undefined)} />)
  await choose(pdf('a.pdf'))
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong...')
  await userEvent.click(screen.getByRole('button', { name: 'Retry a.pdf' }))
  await waitFor(() => expect(stored()).toHaveLength(1))
  await choose(pdf('b.pdf'))
  expect((await screen.findByRole('alert')).textContent).toBe('This kind of file cannot be uploaded.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry b.pdf' }))
  expect(upload).toHaveBeenCalledTimes(3)
  expect(screen.queryByText('b.pdf')).toBeNull()
})

test('a cancelled upload is aborted and leaves nothing, even if it had finished', async () => {
  let finish: (key: string) => void = () => {}
  let signal: AbortSignal | undefined
  const upload: Upload = (_file, _report, given) => {
    signal = given
    return new Promise((resolve) => {
      finish = resolve
    })
  }
  renderUi(<Field upload={upload} />)
  await choose(pdf('a.pdf'))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the upload of a.pdf' }))
  expect(signal?.aborted).toBe(true)
  await act(async () => finish('key'))
  expect(screen.queryByText('a.pdf')).toBeNull()
})

const names = () => stored().map((row) => row.querySelector('b')?.textContent)
const focused = () => document.activeElement?.getAttribute('aria-label')

test('files whose order matters are moved by keyboard, the focus stays with the file, and the place is announced', async () => {
  renderUi(<Field upload={async (file) => file.name} isOrdered />)
  await choose(pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
  await waitFor(() => expect(stored()).toHaveLength(3))
  act(() => screen.getByRole('button', { name: 'Move a.pdf down' }).focus())
  await userEvent.keyboard('{Enter}')
  expect([names(), focused()]).toEqual([['b.pdf', 'a.pdf', 'c.pdf'], 'Move a.pdf down'])
  expect(screen.getByRole('status').textContent).toBe('a.pdf is now number 2 of 3')
  await userEvent.keyboard('{Enter}')
  expect([names(), focused()]).toEqual([['b.pdf', 'c.pdf', 'a.pdf'], 'Move a.pdf up'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove b.pdf' }))
  expect([names(), focused()]).toEqual([['c.pdf', 'a.pdf'], 'Remove c.pdf'])
})

test('files whose order does not matter have no buttons for it', async () => {
  renderUi(<Field upload={async (file) => file.name} />)
  await choose(pdf('a.pdf'), pdf('b.pdf'))
  await waitFor(() => expect(stored()).toHaveLength(2))
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
})
