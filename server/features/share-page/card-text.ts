import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { projectRoot } from '#server/root.ts'
import { escaped } from './escape.ts'

export type Style = { readonly family: 'Newsreader' | 'Figtree'; readonly size: number }

const fileOf = (family: Style['family']): string =>
  path.join(projectRoot(), 'server/features/share-page/fonts', `${family.toLowerCase()}-medium.ttf`)

export const fontFiles = [fileOf('Newsreader'), fileOf('Figtree')]

/**
 * Letters of Newsreader: all of Europe's in Latin script, and Vietnamese. Figtree has most of them and takes the others from there.
 * Any other letter has to come from the machine's fonts.
 */
const ownLetters =
  ' -~\u00a0-\u0131\u0134-\u0148\u014a-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac'
/** Letters as wide as they are tall. */
const squareLetters = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u30ff\\uff00-\\uffef'

const foreign = new RegExp(`[^${ownLetters}]`, 'u')
const allForeign = new RegExp(foreign, 'gu')
const allSquare = new RegExp(`[${squareLetters}]`, 'gu')
const square = new RegExp(`[${squareLetters}]`, 'u')
/** A word with the space after it. Square letters come without spaces: a line may end after any of them. */
const pieces = new RegExp(`[${squareLetters}]\\s*|[^\\s${squareLetters}]+\\s*`, 'gu')

export const needsSystemFonts = (text: string): boolean => foreign.test(text)

/** One line, composed letters, no emoji (the renderer has no coloured letters) and nothing that XML forbids. */
export const printable = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Emoji_Presentation}[\u{1f3fb}-\u{1f3ff}\ufe0f\u200d]*/gu, '')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

// The renderer takes the first family that is installed. Left to itself it would take any font that has the letter, often a bold italic.
const alphabets = 'Noto Serif, DejaVu Serif, Times New Roman, Noto Sans, DejaVu Sans, Arial'
const ideographs =
  'Noto Sans CJK JP, Noto Sans CJK SC, Noto Sans JP, Noto Sans SC, Hiragino Sans, Yu Gothic, Microsoft YaHei, Droid Sans Fallback'

/** The fonts of one line. A line never mixes families: the renderer drops a line whose fonts make different numbers of glyphs of it. */
function familiesOf(line: string, family: Style['family']): string {
  if (!needsSystemFonts(line)) return family
  return `${square.test(line) ? ideographs : alphabets}, ${family}`
}

type Place = { readonly x: number; readonly y: number; readonly colour: string; readonly anchor?: 'start' | 'middle' }
type Sign = { readonly text: string; readonly size: number }

/** One line of text. `sign` follows it in another size. */
export function textSvg(text: string, { family, size }: Style, { x, y, colour, anchor = 'start' }: Place, sign?: Sign): string {
  const font = `font-family="${familiesOf(text, family)}" font-weight="500" font-size="${size}"`
  const after = sign ? `<tspan font-size="${sign.size}">${escaped(sign.text)}</tspan>` : ''
  return `<text x="${x}" y="${y}" ${font} fill="${colour}" text-anchor="${anchor}">${escaped(text)}${after}</text>`
}

/**
 * Width in pixels: our letters as the renderer measures them, others by a usual width. Measuring those too would mean to
 * read all fonts of the machine for every try (20 to 50 ms each).
 */
function widthOf(text: string, style: Style): number {
  const others = text.replace(/\p{M}/gu, '').match(allForeign)?.length ?? 0
  const squares = text.match(allSquare)?.length ?? 0
  const own = textSvg(text.replace(allForeign, ''), style, { x: 0, y: 0, colour: 'black' })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${own}</svg>`
  const box = new Resvg(svg, { font: { fontFiles: [fileOf(style.family)], loadSystemFonts: false } }).getBBox()
  // The whole line is then in a font of the machine, and most are wider than ours.
  const wider = others > 0 ? 1.15 : 1
  return (box?.width ?? 0) * wider + (squares + (others - squares) * 0.7) * style.size
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Shortens a text to what fits, by halving the range of possible lengths. */
function cut(text: string, style: Style, width: number): string {
  if (widthOf(text, style) <= width) return text
  const all = [...letters.segment(text)].map(({ segment }) => segment)
  const shortened = (length: number) => `${all.slice(0, length).join('').trimEnd()}…`
  let [fitting, tooLong] = [0, all.length]
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1
    if (widthOf(shortened(middle), style) <= width) fitting = middle
    else tooLong = middle
  }
  return shortened(fitting)
}

/** Breaks a text between words into at most so many lines; what does not fit ends in an ellipsis. */
export function wrap(text: string, style: Style, width: number, mostLines: number): string[] {
  const lines: string[] = []
  for (const piece of printable(text).match(pieces) ?? []) {
    const longer = (lines.at(-1) ?? '') + piece
    const isLastLine = lines.length === mostLines
    if (lines.length > 0 && (isLastLine || widthOf(longer.trimEnd(), style) <= width)) lines[lines.length - 1] = longer
    else lines.push(piece)
  }
  return lines.map((line) => cut(line.trimEnd(), style, width))
}
