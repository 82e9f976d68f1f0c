import type { Outline } from './canvas.ts'
import fonts from './glyphs.json' with { type: 'json' }

/** Outlines of Newsreader and Figtree at weight 500 (SIL Open Font License 1.1), a thousand units to the size. */
export type Face = keyof typeof fonts

export type Style = { readonly face: Face; readonly size: number }

type Glyph = { readonly advance: number; readonly path: string }
type Font = { readonly glyphs: ReadonlyMap<string, Glyph>; readonly kerning: ReadonlyMap<string, number> }

const units = 1_000

function readFont({ glyphs, kerning }: { glyphs: Record<string, string>; kerning: Record<string, string> }): Font {
  const pairs = Object.entries(kerning).flatMap(([first, groups]) =>
    groups.split(' ').flatMap((group) => {
      const distance = Number.parseInt(group, 10)
      return [...group.slice(String(distance).length)].map((second): [string, number] => [first + second, distance])
    }),
  )
  const drawn = Object.entries(glyphs).map(([letter, glyph]): [string, Glyph] => {
    const space = glyph.indexOf(' ')
    return [letter, { advance: Number(glyph.slice(0, space)), path: glyph.slice(space + 1) }]
  })
  return { glyphs: new Map(drawn), kerning: new Map(pairs) }
}

const read: Readonly<Record<Face, Font>> = { newsreader: readFont(fonts.newsreader), figtree: readFont(fonts.figtree) }

/** The text in the letters that we have: accents are left off, other dashes and quotes replaced, what is left over dropped. */
export function writable(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u2018\u2019\u02bc`]/g, '’')
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2012-\u2015]/g, '–')
    .replace(/ß/g, 'ss')
  const letters = [...folded].filter((letter) => read.newsreader.glyphs.has(letter) || /\s/.test(letter))
  return letters.join('').replace(/\s+/g, ' ').trim()
}

type Placed = { readonly glyph: Glyph; readonly x: number }

function placeLetters(text: string, { face, size }: Style): { letters: Placed[]; width: number } {
  const { glyphs, kerning } = read[face]
  const letters: Placed[] = []
  let x = 0
  let previous = ''
  for (const letter of text) {
    const glyph = glyphs.get(letter)
    if (!glyph) continue
    x += kerning.get(previous + letter) ?? 0
    letters.push({ glyph, x: (x * size) / units })
    x += glyph.advance
    previous = letter
  }
  return { letters, width: (x * size) / units }
}

export const widthOf = (text: string, style: Style): number => placeLetters(text, style).width

/** The curves of one glyph as short straight pieces: enough of them that no corner shows. */
function outlinesOf(path: string, left: number, baseline: number, scale: number): Outline[] {
  const outlines: number[][] = []
  let [x, y] = [0, 0]
  for (const [, command, written = ''] of path.matchAll(/([Mlq])([^Mlqz]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = (written.match(/-?\d+/g) ?? []).map(Number)
    if (command === 'M') {
      ;[x, y] = [a, b]
      outlines.push([])
    }
    const outline = outlines.at(-1) ?? []
    const pieces = command === 'q' ? Math.max(2, Math.ceil(Math.hypot(c, d) * scale * 0.25)) : 1
    const [endX, endY] = command === 'M' ? [0, 0] : command === 'q' ? [c, d] : [a, b]
    for (let piece = 1; piece <= pieces; piece++) {
      const t = piece / pieces
      const bend = command === 'q' ? 2 * t * (1 - t) : 0
      const reach = command === 'q' ? t * t : t
      outline.push(left + (x + bend * a + reach * endX) * scale, baseline + (y + bend * b + reach * endY) * scale)
    }
    x += endX
    y += endY
  }
  return outlines
}

export type Anchor = 'left' | 'middle'

export function textOutlines(text: string, style: Style, x: number, baseline: number, anchor: Anchor = 'left'): Outline[] {
  const { letters, width } = placeLetters(text, style)
  const left = anchor === 'middle' ? x - width / 2 : x
  return letters.flatMap(({ glyph, x: offset }) => outlinesOf(glyph.path, left + offset, baseline, style.size / units))
}

const fits = (text: string, style: Style, width: number) => widthOf(text, style) <= width

function cut(text: string, style: Style, width: number): string {
  if (fits(text, style, width)) return text
  const letters = [...text]
  while (letters.length > 0 && !fits(`${letters.join('').trimEnd()}…`, style, width)) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** Breaks a text between words into at most so many lines; what does not fit ends in an ellipsis. */
export function wrap(text: string, style: Style, width: number, mostLines: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && (fits(longer, style, width) || lines.length === mostLines)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => cut(line, style, width))
}
