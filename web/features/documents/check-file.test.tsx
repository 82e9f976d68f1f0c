import { createHash, webcrypto } from 'node:crypto'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleVersion } from '#web/testing/sample-document.ts'
import { CheckFile } from './check-file.tsx'

// jsdom has no SubtleCrypto, and Node's does not take jsdom's ArrayBuffer.
const digest = (name: string, content: ArrayBuffer) => webcrypto.subtle.digest(name, new Uint8Array(content))
beforeEach(() => void vi.stubGlobal('crypto', { subtle: { digest } }))

const agreement = 'The members own together what they buy together.'
const draft = 'The members own together.'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const versions = [
  sampleVersion({ _id: 'v2', number: 2, sha256: sha256(agreement) }),
  sampleVersion({ _id: 'v1', number: 1, sha256: sha256(draft), at: '2026-12-02T12:00:00.000Z' }),
]

async function check(text: string) {
  renderUi(<CheckFile versions={versions} />)
  await userEvent.upload(screen.getByLabelText(/^File to check/), new File([text], 'agreement.pdf', { type: 'application/pdf' }))
}

test('a file with the same bytes is this version', async () => {
  await check(agreement)
  await screen.findByText('It is this version')
  screen.getByText(/agreement\.pdf.* is version 2, byte for byte\./)
})

test('a file with one changed byte is not this document', async () => {
  const changed = agreement.replace('buy', 'bay')
  await check(changed)
  await screen.findByText('It is not this document')
  screen.getByText(sha256(changed))
})

test('an older version is named, and another file can be checked', async () => {
  await check(draft)
  await screen.findByText('It is an older version')
  screen.getByText(/It is version 1, of/)
  await userEvent.click(screen.getByRole('button', { name: 'Check another file' }))
  expect(screen.queryByText('It is an older version')).toBeNull()
  screen.getByLabelText(/^File to check/)
})
