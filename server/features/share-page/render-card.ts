import { renderAsync } from '@resvg/resvg-js'
import type { Card } from './card.ts'
import { cardSvg } from './card-svg.ts'
import { fontFiles, needsSystemFonts, printable } from './card-text.ts'

/** The card as a PNG. Rendering runs on a thread of its own; the machine's fonts are read only for letters that ours lack. */
export async function renderCard(card: Card): Promise<Buffer> {
  const words = printable([card.title, card.place, ...card.lines].join(' '))
  const image = await renderAsync(cardSvg(card), { font: { fontFiles, loadSystemFonts: needsSystemFonts(words) } })
  return image.asPng()
}
