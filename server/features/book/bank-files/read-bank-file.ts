import {
  type BankFileAccount,
  type BankFileChoices,
  type BankFileFindings,
  type BankFileReading,
  bankFileLimits,
  type OtherFile,
} from '#domain/bank-file.ts'
import { requireAddsUp } from './adds-up.ts'
import { decodeText } from './decode-text.ts'
import { withChosenDays } from './file-days.ts'
import { readCamt } from './read-camt.ts'
import { readCsv } from './read-csv.ts'
import { readOfx } from './read-ofx.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

const begins =
  (...signatures: readonly string[]) =>
  (head: string): boolean =>
    signatures.some((signature) => head.startsWith(signature))
const isZip = begins('PK\x03\x04')

/** By the first bytes, one character for each. */
const otherFiles: readonly (readonly [OtherFile, (head: string) => boolean])[] = [
  ['a PDF', (head) => head.trimStart().startsWith('%PDF-')],
  ['a spreadsheet', (head) => begins('\xd0\xcf\x11\xe0')(head) || (isZip(head) && /xl\/|\[Content_Types\]/.test(head))],
  ['an archive', (head) => isZip(head) || begins('\x1f\x8b')(head)],
  ['a picture', begins('\x89PNG', '\xff\xd8\xff', 'GIF8')],
  ['a web page', (head) => /^[^<]{0,20}<(?:!doctype html|html)/i.test(head)],
  ['a QIF file', (head) => /^\s*!(?:Type|Account|Option):/i.test(head)],
  ['an MT940 file', (head) => /^\s*(?:\{1:|:20:)/.test(head)],
]

function otherFile(bytes: Uint8Array): OtherFile | null {
  const head = String.fromCharCode(...bytes.subarray(0, 512))
  return otherFiles.find(([, isIt]) => isIt(head))?.[0] ?? null
}

type Contents = { readonly format: 'ofx1' | 'ofx2' | 'camt053' | 'csv'; readonly accounts: readonly BankFileAccount[] } & {
  readonly findings: Omit<BankFileFindings, 'encoding'>
}

const ofFormat = { delimiter: null, dateOrder: 'ymd', sign: 'as_written', signFrom: 'format', columns: null, header: [] } as const
const headLength = 2_000

function readContents(text: string, choices: BankFileChoices): Contents {
  const head = text.slice(0, headLength).trimStart()
  if (/^(?:OFXHEADER|<OFX\s*>)|^<\?OFX|<OFX\s*>/i.test(head)) {
    const format = /^<\?(?:xml|OFX)/i.test(head) ? 'ofx2' : 'ofx1'
    return { format, accounts: readOfx(text, format), findings: ofFormat }
  }
  if (head.startsWith('<')) return { format: 'camt053', accounts: readCamt(text), findings: ofFormat }
  return { format: 'csv', ...readCsv(text, choices) }
}

/** In the bank's order within a day, which banks keep from file to file, and which nothing depends on. */
const inOrder = (account: BankFileAccount): BankFileAccount => ({
  ...account,
  lines: account.lines.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
})

function read(bytes: Uint8Array, choices: BankFileChoices): BankFileReading {
  if (bytes.length > bankFileLimits.bytes) return { ok: false, reason: 'file_too_large' }
  const looksLike = otherFile(bytes)
  if (looksLike) return { ok: false, reason: 'bank_file_unknown', looksLike }
  const { text: whole, encoding } = decodeText(bytes)
  const text = whole.replace(/^\ufeff+/, '')
  if (text.trim() === '') return { ok: false, reason: 'bank_file_empty' }
  const { format, accounts, findings } = readContents(text, choices)
  if (accounts.reduce((count, { lines }) => count + lines.length, 0) > bankFileLimits.lines)
    return { ok: false, reason: 'bank_file_too_many_lines' }
  for (const account of accounts) requireAddsUp(account)
  const shown = accounts.map((account) => withChosenDays(inOrder(account), choices))
  return { ok: true, value: { format, accounts: shown, findings: { encoding, ...findings } } }
}

/** A bank's file in the one shape of `BankFile`, or the problem in it. Reads bytes and choices only: the same file is always the same lines. */
export function readBankFile(bytes: Uint8Array, choices: BankFileChoices = {}): BankFileReading {
  try {
    return read(bytes, choices)
  } catch (error) {
    if (error instanceof UnreadableBankFile) return { ok: false, ...error.problem }
    throw error
  }
}
