import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { expect, type Page } from './journey.ts'

/** Searches one of the administration's two lists. */
export async function find(page: Page, list: 'users' | 'brokers', text: string): Promise<void> {
  await page.getByRole('searchbox', { name: `Search ${list}` }).fill(text)
  await page.getByRole('searchbox', { name: `Search ${list}` }).press('Enter')
}

/** The rows of a CSV export, split into cells. */
async function openCsv(download: Download): Promise<string[][]> {
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines = text.slice(1).split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => line.slice(1, -1).split('","'))
}

export async function exportCsv(page: Page): Promise<{ name: string; rows: string[][] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  return { name: download.suggestedFilename(), rows: await openCsv(download) }
}
