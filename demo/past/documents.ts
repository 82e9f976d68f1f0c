import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileKeyFor } from '#domain/files.ts'

const pdf = 'application/pdf'

/** The ready-made files of demo/documents, with the names under which people have sent them. Each is uploaded once. */
const files = {
  license: { file: 'license.png', name: 'Driver license, front.png', contentType: 'image/png' },
  waterBill: { file: 'water-bill.pdf', name: 'Water bill, September.pdf', contentType: 'application/pdf' },
  passport: { file: 'passport.png', name: 'Passport.png', contentType: 'image/png' },
  lease: { file: 'lease.pdf', name: 'Lease, first page.pdf', contentType: 'application/pdf' },
  riverAgreement: { file: 'operating-agreement.pdf', name: 'Operating agreement.pdf', contentType: pdf },
  riverSale: { file: 'purchase-agreement.pdf', name: 'Agreement of sale.pdf', contentType: pdf },
  riverInspection: { file: 'inspection-report.pdf', name: 'Inspection, Sparrow Row.pdf', contentType: pdf },
  riverClosing: { file: 'settlement-statement.pdf', name: 'Settlement statement.pdf', contentType: pdf },
  riverAppraisal: { file: 'appraisal.pdf', name: 'Appraisal.pdf', contentType: pdf },
  locksmith: { file: 'receipt-locksmith.pdf', name: 'Receipt, keys.pdf', contentType: pdf },
  heater: { file: 'invoice-heater.pdf', name: 'Hartman, invoice 2041.pdf', contentType: pdf },
  roof: { file: 'invoice-roof.pdf', name: 'Weller, invoice 388.pdf', contentType: pdf },
  duplexAgreement: { file: 'operating-agreement.pdf', name: 'Agreement of the owners.pdf', contentType: pdf },
  duplexSale: { file: 'purchase-agreement.pdf', name: 'Agreement of sale.pdf', contentType: pdf },
  duplexInspection: { file: 'inspection-report.pdf', name: 'Inspection, Hollis Terrace.pdf', contentType: pdf },
  firstTransfer: { file: 'bank-transfer.pdf', name: 'Transfer, first.pdf', contentType: pdf },
  secondTransfer: { file: 'bank-transfer.pdf', name: 'Transfer, second.pdf', contentType: pdf },
  thirdTransfer: { file: 'bank-transfer.pdf', name: 'Transfer, third.pdf', contentType: pdf },
} as const

export type DocumentName = keyof typeof files
export type DemoDocument = {
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly content: Uint8Array
}

// Fixed, so that a load that was killed and runs again writes the same keys.
const keyTime = Date.UTC(2025, 5, 9)

export async function readDocuments(root: string): Promise<ReadonlyMap<DocumentName, DemoDocument>> {
  const entries = Object.entries(files) as [DocumentName, (typeof files)[DocumentName]][]
  const documents = entries.map(async ([id, { file, name, contentType }], index) => {
    const content = await readFile(path.join(root, 'demo/documents', file))
    return [id, { key: fileKeyFor(file, new Date(keyTime + index).toISOString()), name, contentType, content }] as const
  })
  return new Map(await Promise.all(documents))
}
