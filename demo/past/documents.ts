import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileKeyFor } from '#domain/files.ts'

/** The ready-made files of demo/documents, with the names under which people have sent them. */
const files = {
  license: { file: 'license.png', name: 'Driver license, front.png', contentType: 'image/png' },
  waterBill: { file: 'water-bill.pdf', name: 'Water bill, September.pdf', contentType: 'application/pdf' },
  passport: { file: 'passport.png', name: 'Passport.png', contentType: 'image/png' },
  lease: { file: 'lease.pdf', name: 'Lease, first page.pdf', contentType: 'application/pdf' },
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
