import { readFileSync } from 'node:fs'
import path from 'node:path'
import PDFDocument from 'pdfkit'
import { projectRoot } from '#server/root.ts'

export type Family = 'text' | 'display'
type Fonted = { readonly hasGlyphForCodePoint: (codePoint: number) => boolean }

const fontFile = (family: 'figtree' | 'newsreader') =>
  readFileSync(path.join(projectRoot(), `server/features/share-page/fonts/${family}-medium.ttf`))

function written(sign: string, font: Fonted): string {
  const codePoint = sign.codePointAt(0) ?? 0
  return font.hasGlyphForCodePoint(codePoint) ? sign : `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`
}

type Options = {
  readonly size: 'A4' | 'LETTER'
  readonly margins: { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }
  readonly title: string
  /** The hash of what it shows, also where programs find it without reading the page. */
  readonly sha256: string
  /** The only moment in it. */
  readonly made: Date
}

/**
 * A tagged PDF with our fonts. The same words give the same bytes: pdfkit makes the file's id from its dates and title, and nothing of the
 * moment in which it is made is in it.
 */
export function taggedPdf({ size, margins, title, sha256, made }: Options) {
  const pdf = new PDFDocument({
    size,
    margins: { ...margins },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Keywords: `SHA-256 ${sha256}`,
      Creator: 'Arcstead',
      Producer: 'Arcstead',
      CreationDate: made,
      ModDate: made,
    },
  })
  const chunks: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  pdf.registerFont('text', fontFile('figtree')).registerFont('display', fontFile('newsreader'))
  const known = (family: Family): Fonted => {
    pdf.font(family)
    return (pdf as unknown as { _font: { font: Fonted } })._font.font
  }
  const glyphs = { text: known('text'), display: known('display') }
  return {
    pdf,
    /** Letters that the font doesn't have are written as their code points, so that no name is left out. */
    printable: (text: string, family: Family = 'text'): string =>
      [...text.normalize('NFC')].map((sign) => written(sign, glyphs[family])).join(''),
    bytes: async (): Promise<Buffer> => {
      pdf.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}
