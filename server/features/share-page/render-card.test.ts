import { Resvg } from '@resvg/resvg-js'
import { describe, expect, test } from 'vitest'
import { type Card, cardSize } from './card.ts'
import { cardSvg } from './card-svg.ts'
import { fontFiles, needsSystemFonts, wrap } from './card-text.ts'
import { renderCard } from './render-card.ts'

const heading = { family: 'Newsreader', size: 62 } as const
const cardOf = (title: string): Card => ({
  title,
  place: 'Denver, CO',
  lines: ['$1 of $2', '1 of 2 arcs left'],
  ring: { target: 2, holdings: [1], openPrices: [1] },
  centre: 'percent',
})

describe('the text of a card', () => {
  test('fits its lines, and ends in an ellipsis where it was shortened', () => {
    expect(wrap('Larkspur Terrace', heading, 526, 3)).toEqual(['Larkspur Terrace'])
    const long = wrap('A circle for lakeside cabins in the north of Minnesota and for terraces in Denver', heading, 526, 3)
    expect(long).toHaveLength(3)
    expect(long.at(-1)).toMatch(/…$/)
    expect(wrap('W'.repeat(119), heading, 526, 3)).toEqual([expect.stringMatching(/^W{5,12}…$/)])
  })

  test('breaks between letters where a script has no spaces', () => {
    const lines = wrap('日本の家東京の共同投資', heading, 526, 3)
    expect(lines).toEqual(['日本の家東京の共', '同投資'])
  })

  test('has every letter that it takes for our own in our fonts', () => {
    const own = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).filter(
      (letter) => !needsSystemFonts(letter) && /[^\s\u00ad]/.test(letter),
    )
    const isDrawn = (letter: string) => {
      const text = `<text y="50" font-family="Figtree" font-size="50">${letter.replace('&', '&amp;').replace('<', '&lt;')}</text>`
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99">${text}</svg>`
      return new Resvg(svg, { font: { fontFiles, loadSystemFonts: false } }).getBBox() !== undefined
    }
    expect(own.length).toBeGreaterThan(400)
    expect(own.filter((letter) => !isDrawn(letter))).toEqual([])
  })

  test('reads the machine’s fonts only for other letters', () => {
    expect(needsSystemFonts('Château Łódź – Đà Nẵng, 5 €')).toBe(false)
    for (const title of ['Дом', 'Σπίτι', '日本']) expect(needsSystemFonts(title)).toBe(true)
  })

  test('cannot become markup', () => {
    const svg = cardSvg(cardOf('</text><image href="x"/>&'))
    expect(svg).not.toContain('<image')
    expect(svg).toContain('&lt;/text&gt;')
  })
})

test('a card has the size that its page states', async () => {
  const png = await renderCard(cardOf('Larkspur Terrace'))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([cardSize.width, cardSize.height])
})
