import type { Paper, YearStatement } from '#contract/statements.ts'
import { arcsWords } from '#domain/arcs.ts'
import { brand } from '#domain/brand.ts'
import { formatCalendarDay, formatDay, type Zone } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { hasRows, type StatementFigures, type StatementRow, statementSections } from '#domain/statement-figures.ts'
import { type Family, taggedPdf } from '#server/shared/pdf/tagged-pdf.ts'

export type PrintedStatement = Pick<YearStatement, 'name' | 'address' | 'issuedAt'> & {
  readonly circleTitle: string
  readonly figures: StatementFigures
  /** Of the figures. */
  readonly sha256: string
  /** The circle's, for the day of issue. */
  readonly zone: Zone
}

const { ink, ink2: muted, line } = brand
const margin = 52
const foot = 64
const sizes = { a4: { size: 'A4', width: 595.28, height: 841.89 }, letter: { size: 'LETTER', width: 612, height: 792 } } as const

const amountText = (cents: number | null): string => (cents === null ? '' : formatCents(cents))

const arcNumbers = ({ arcs, arcsOfCircle }: StatementFigures): string =>
  arcs.length === 0
    ? `none of ${arcsWords(arcsOfCircle)} at the end`
    : `${arcs.length === 1 ? 'arc' : 'arcs'} ${arcs.join(', ')} of ${arcsOfCircle}`

/**
 * A statement on one page where it fits, readable without colour. The same statement gives the same bytes. One that is not issued says so and
 * bears the last day of its figures.
 */
export async function statementPdf(statement: PrintedStatement, paper: Paper): Promise<Buffer> {
  const { figures, sha256, issuedAt, zone } = statement
  const { size, width: pageWidth, height } = sizes[paper]
  const { pdf, printable, bytes } = taggedPdf({
    size,
    margins: { top: 48, bottom: foot, left: margin, right: margin },
    title: `Statement ${figures.year}: ${statement.circleTitle}, ${statement.name}`,
    sha256,
    made: new Date(issuedAt ?? `${figures.to}T12:00:00Z`),
  })
  const width = pageWidth - 2 * margin
  const columns = { label: 150, words: width - 150 - 190, circle: 95, own: 95 }
  const root = pdf.struct('Document')
  pdf.addStructure(root)

  type Style = { readonly size?: number; readonly color?: string; readonly family?: Family; readonly gap?: number }
  const say = (tag: 'H1' | 'H2' | 'P', words: string, { size = 9.5, color = ink, family = 'text', gap = 3 }: Style = {}) =>
    root.add(
      pdf.struct(tag, {}, () => {
        pdf
          .font(family)
          .fontSize(size)
          .fillColor(color)
          .text(printable(words, family), margin, pdf.y, { width: width - 90 })
        pdf.y += gap
      }),
    )
  const artifact = (draw: () => void) => {
    pdf.markContent('Artifact', { type: 'Layout' })
    draw()
    pdf.endMarkedContent()
  }
  const rule = (weight: number, color: string) =>
    artifact(() => {
      pdf
        .moveTo(margin, pdf.y)
        .lineTo(margin + width, pdf.y)
        .lineWidth(weight)
        .strokeColor(color)
        .stroke()
    })

  /** The person's arcs are filled, the others only outlined, so that it reads in black and white. */
  const ring = () => {
    const [x, y, outer, inner] = [pageWidth - margin - 36, 84, 34, 25]
    const step = (2 * Math.PI) / figures.arcsOfCircle
    for (let index = 0; index < figures.arcsOfCircle; index++) {
      const [from, to] = [index * step - Math.PI / 2 + 0.03, (index + 1) * step - Math.PI / 2 - 0.03]
      const at = (radius: number, angle: number) =>
        `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`
      const large = to - from > Math.PI ? 1 : 0
      const shape = `M ${at(outer, from)} A ${outer} ${outer} 0 ${large} 1 ${at(outer, to)} L ${at(inner, to)} A ${inner} ${inner} 0 ${large} 0 ${at(inner, from)} Z`
      if (figures.arcs.includes(index + 1)) pdf.path(shape).fill(ink)
      else pdf.path(shape).lineWidth(0.6).stroke(muted)
    }
    const words = `${figures.arcs.length}/${figures.arcsOfCircle}`
    pdf.font('display').fontSize(15).fillColor(ink)
    pdf.text(words, x - 30, y - 9, { width: 60, align: 'center', lineBreak: false })
  }

  const cell = (x: number, top: number, wide: number, text: string, style: Style & { readonly align?: 'right' } = {}) => {
    const { size = 9, color = ink, align } = style
    pdf.font('text').fontSize(size).fillColor(color)
    pdf.text(printable(text), x, top, { width: wide, ...(align && { align }) })
    return pdf.y
  }
  const [wordsAt, circleAt, ownAt] = [margin + columns.label, margin + width - 190, margin + width - 95]

  /** A row of the table: what, how it is reckoned, the circle's and the person's amount. Returns below itself. */
  const tableRow = (table: PDFKit.PDFStructureElement, { label, words, circleCents, ownCents, isTotal }: StatementRow) => {
    if (pdf.y > height - foot - 26) pdf.addPage()
    const top = pdf.y
    const tr = pdf.struct('TR')
    table.add(tr)
    let bottom = top
    const add = (tag: 'TH' | 'TD', draw: () => number) =>
      tr.add(
        pdf.struct(tag, {}, () => {
          bottom = Math.max(bottom, draw())
        }),
      )
    const strong = { size: isTotal ? 9.5 : 9 }
    add('TH', () => cell(margin, top, columns.label - 6, label, strong))
    add('TD', () => cell(wordsAt, top + 0.5, columns.words - 6, words, { size: 7.5, color: muted }))
    add('TD', () => cell(circleAt, top, columns.circle, amountText(circleCents), { ...strong, align: 'right' }))
    add('TD', () => cell(ownAt, top, columns.own, amountText(ownCents), { ...strong, align: 'right' }))
    tr.end()
    pdf.y = bottom + 3
    rule(isTotal ? 1 : 0.4, isTotal ? ink : line)
    pdf.y += 3.5
  }

  artifact(ring)
  pdf.y = 48
  say('P', 'Arcstead', { size: 11, gap: 8 })
  say('H1', `Statement ${figures.year}`, { size: 23, family: 'display', gap: 1 })
  say('P', `${statement.name}, ${arcNumbers(figures)}`, { size: 11, gap: 2 })
  say('P', [statement.circleTitle, statement.address].filter(Boolean).join(', '), { color: muted })
  if (!issuedAt) say('P', `Not issued. Figures up to ${formatCalendarDay(figures.to)}, which can still change.`)
  pdf.y += 6
  rule(1, ink)
  pdf.y += 8

  const header: StatementRow = { label: 'Commitment', ...figures.commitment, isTotal: false }
  for (const { title, rows } of [{ title: 'Arcs', rows: [header] }, ...statementSections(figures)]) {
    const isNamed = title !== 'Together' && !title.startsWith('At the ')
    const table = pdf.struct('Table')
    root.add(table)
    if (isNamed) {
      if (pdf.y > height - foot - 50) pdf.addPage()
      pdf.y += 5
      const top = pdf.y
      const tr = pdf.struct('TR')
      table.add(tr)
      tr.add(pdf.struct('TH', {}, () => void cell(margin, top, columns.label + columns.words, title, { size: 9 })))
      tr.add(pdf.struct('TH', {}, () => void cell(circleAt, top, columns.circle, 'Circle', { size: 8, color: muted, align: 'right' })))
      tr.add(
        pdf.struct('TH', {}, () => {
          pdf.font('text').fontSize(8).fillColor(muted)
          pdf.text(printable(statement.name), ownAt, top, { width: columns.own, align: 'right', height: 10, ellipsis: true })
        }),
      )
      tr.end()
      pdf.y = top + 14
      rule(0.8, ink)
      pdf.y += 3.5
    }
    for (const row of rows) tableRow(table, row)
    table.end()
  }

  if (pdf.y > height - foot - 90) pdf.addPage()
  pdf.y += 8
  say('P', 'How it is reckoned', { size: 9, gap: 1 })
  say(
    'P',
    `An arc is one equal share. What each account has come to since the beginning is spread over the ${figures.arcsOfCircle} arcs in whole cents; the odd cents go to the lowest numbers, and a year is the difference. On a cash basis, without depreciation. Every figure can be reckoned again from the book of the year pack.`,
    { size: 8.5, color: muted, gap: 7 },
  )
  if (figures.has) {
    const parts = hasRows(figures).map(({ label, amountCents }) => `${label} ${amountText(amountCents)}`)
    const sum = amountText(figures.has.reduce((total, { amountCents }) => total + amountCents, 0))
    say('P', 'The circle adds up', { size: 9, gap: 1 })
    say(
      'P',
      `${parts.length === 0 ? 'Nothing is left' : parts.join(' + ').replaceAll('+ −', '− ')} = ${sum}, the capital of all ${arcsWords(figures.arcsOfCircle)}.`,
      {
        size: 8.5,
        color: muted,
        gap: 7,
      },
    )
  }
  say('P', 'Figures for your accountant. Not advice on tax.', { size: 8.5, color: muted })
  root.end()

  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index)
    // Below the margin, where text would otherwise begin a new page.
    pdf.page.margins.bottom = 0
    artifact(() => {
      const y = height - 44
      pdf.font('text').fontSize(7).fillColor(muted)
      const issued = issuedAt ? `Issued ${formatDay(issuedAt, zone, 'short')}, frozen` : 'Not issued'
      pdf.text(issued, margin, y, { width: 130, lineBreak: false })
      pdf.text(`SHA-256 of the figures ${sha256}`, margin + 100, y, { width: width - 150, align: 'center', lineBreak: false })
      pdf.text(`${index + 1} of ${count}`, margin + width - 50, y, { width: 50, align: 'right', lineBreak: false })
    })
  }
  return bytes()
}
