import { readFileSync } from 'node:fs'
import path from 'node:path'
import PDFDocument from 'pdfkit'
import { brand } from '#domain/brand.ts'
import { formatMoment, utc } from '#domain/dates.ts'
import { formatSize } from '#domain/files.ts'
import { consentText } from '#domain/signing.ts'
import { projectRoot } from '#server/root.ts'

export type CertificateFacts = {
  readonly circleTitle: string
  readonly title: string
  readonly version: number
  readonly addedAt: string
  readonly fileName: string
  readonly size: number
  readonly sha256: string
  /** In the order of signing. */
  readonly signatures: readonly {
    readonly name: string
    readonly means: 'password' | 'passkey'
    readonly consentVersion: number
    readonly at: string
  }[]
  /** Who said themselves that they signed on paper. */
  readonly elsewhere: readonly { readonly name: string; readonly at: string }[]
}

const { ink, ink2: muted, line } = brand
const margin = 64
const width = 595.28 - 2 * margin

const font = (family: 'figtree' | 'newsreader') =>
  readFileSync(path.join(projectRoot(), `server/features/share-page/fonts/${family}-medium.ttf`))

/** "2028-08-30 16:02:11": sorts, and reads the same everywhere. */

type Fonted = { readonly hasGlyphForCodePoint: (codePoint: number) => boolean }

/** Letters that the font doesn't have are written as their code points, so that no name is left out. */
function printable(text: string, font: Fonted): string {
  return [...text.normalize('NFC')].map((sign) => written(sign, font)).join('')
}

function written(sign: string, font: Fonted): string {
  const codePoint = sign.codePointAt(0) ?? 0
  return font.hasGlyphForCodePoint(codePoint) ? sign : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
}

/**
 * Who signed a version of a document, as a tagged PDF. The same facts give the same bytes: its dates are those of the version, pdfkit makes
 * the file's id from them, and it contains nothing of the moment in which it was made.
 */
export async function certificatePdf(facts: CertificateFacts): Promise<Uint8Array> {
  const made = new Date(facts.addedAt)
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: 56, bottom: 56, left: margin, right: margin },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `Certificate of signatures: ${facts.title}, version ${facts.version}`,
      // The hash also where programs find it without reading the page.
      Keywords: `SHA-256 ${facts.sha256}`,
      Creator: 'Arcstead',
      Producer: 'Arcstead',
      CreationDate: made,
      ModDate: made,
    },
  })
  const chunks: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  pdf.registerFont('text', font('figtree')).registerFont('display', font('newsreader'))
  const known = (family: 'text' | 'display'): Fonted => {
    pdf.font(family)
    return (pdf as unknown as { _font: { font: Fonted } })._font.font
  }
  const glyphs = { text: known('text'), display: known('display') }

  const root = pdf.struct('Document')
  pdf.addStructure(root)
  type Words = { readonly size?: number; readonly color?: string; readonly family?: 'text' | 'display'; readonly gap?: number }
  const say = (tag: 'H1' | 'H2' | 'P', words: string, { size = 10, color = ink, family = 'text', gap = 4 }: Words = {}) =>
    root.add(
      pdf.struct(tag, {}, () => {
        pdf.font(family).fontSize(size).fillColor(color).text(printable(words, glyphs[family]), margin, pdf.y, { width })
        pdf.y += gap
      }),
    )
  const rule = () => {
    pdf.markContent('Artifact', { type: 'Layout' })
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(margin + width, pdf.y)
      .lineWidth(0.75)
      .strokeColor(line)
      .stroke()
    pdf.endMarkedContent()
    pdf.y += 12
  }

  say('P', 'Arcstead', { size: 12, gap: 10 })
  say('H1', 'Certificate of signatures', { size: 24, family: 'display', gap: 2 })
  say('P', 'A separate page. The signed file itself is never altered.', { color: muted, gap: 12 })
  rule()
  say('H2', `${facts.title}, version ${facts.version} of ${formatMoment(facts.addedAt, utc)}`, { size: 12 })
  say('P', `${facts.circleTitle} · ${facts.fileName} · ${formatSize(facts.size)} (${facts.size} bytes)`, { color: muted })
  say('P', `SHA-256 ${facts.sha256}`, { gap: 12 })
  rule()
  say('H2', facts.signatures.length === 1 ? '1 signature' : `${facts.signatures.length} signatures`, { size: 12 })
  for (const { name, means, at, consentVersion } of facts.signatures) {
    say('P', name || 'Name erased', { size: 11, gap: 0 })
    say('P', `signed ${formatMoment(at, utc)}, confirmed by ${means}, consent version ${consentVersion}`, { color: muted, gap: 8 })
  }
  if (facts.elsewhere.length > 0) {
    say('H2', 'Signed on paper, by their own word', { size: 12 })
    for (const { name, at } of facts.elsewhere) {
      say('P', name, { size: 11, gap: 0 })
      say('P', `said so ${formatMoment(at, utc)}`, { color: muted, gap: 8 })
    }
  }
  rule()
  const versions = [...new Set(facts.signatures.map(({ consentVersion }) => consentVersion))].sort((a, b) => a - b)
  for (const version of versions) say('P', `Consent, version ${version}: “${consentText(version)}”`, { color: muted, gap: 8 })
  say('P', 'Whoever has the file can compute its SHA-256, for example with sha256sum, and compare it with the one above.', { color: muted })
  say('P', 'The same facts give the same bytes of this page.', { color: muted })
  root.end()
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
