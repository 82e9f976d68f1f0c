import { afterEach, expect, test, vi } from 'vitest'
import { exportCsv } from './export-csv.ts'

const csv = { fileName: 'Arcstead users', columns: [['Name', (row: { name: string }) => row.name]] } as const

afterEach(() => vi.restoreAllMocks())

test('an export is saved under its configured name, with underscores for spaces', async () => {
  const saved: { blob: Blob | null; name: string } = { blob: null, name: '' }
  URL.createObjectURL = (blob) => {
    saved.blob = blob as Blob
    return 'blob:x'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.name = this.download
  })
  exportCsv(csv, [{ name: '=Maya' }])
  expect(saved.name).toBe('Arcstead_users.csv')
  expect(new Uint8Array((await saved.blob?.arrayBuffer()) ?? new ArrayBuffer(0)).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  expect(await saved.blob?.text()).toContain('"Name"\r\n"\'=Maya"\r\n')
})

test('an empty export logs Invalid data and saves nothing', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  exportCsv(csv, [])
  expect(log).toHaveBeenCalledWith('Invalid data')
  expect(click).not.toHaveBeenCalled()
})
