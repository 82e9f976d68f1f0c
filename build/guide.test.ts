import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { guideFolder, readGuide } from './guide.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'arcstead-guide-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads a guide that consists of these files. */
function read(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return readGuide(folder)
}

test('every link and picture of the guide leads somewhere, and every file is reachable', () => {
  const pages = readGuide()
  const files = (place: string, ending: string) => readdirSync(path.join(guideFolder, place)).filter((file) => file.endsWith(ending))
  expect(pages.map(({ file }) => file).sort()).toEqual(files('.', '.md').sort())
  const shown = new Set(pages.flatMap(({ pictures }) => pictures))
  const readme = readFileSync(path.join(projectRoot(), 'README.md'), 'utf8')
  const inReadme = [...readme.matchAll(/\(docs\/guide\/(pictures\/[^)]+)\)/g)].map(([, file = '']) => file)
  expect(inReadme.length).toBeGreaterThan(0)
  expect([...new Set([...shown, ...inReadme])].sort()).toEqual(
    files('pictures', '')
      .map((file) => `pictures/${file}`)
      .sort(),
  )
})

test('a picture has at most 120 kB', () => {
  const sizes = readdirSync(path.join(guideFolder, 'pictures')).map((file) => [
    file,
    statSync(path.join(guideFolder, 'pictures', file)).size,
  ])
  expect(sizes.filter(([, size]) => Number(size) > 120_000)).toEqual([])
})

test('pages come in the order of the list, and links lead to addresses of the product', () => {
  const [list, second, first] = read({
    'README.md': '# Help\n\n1. [Two](two.md)\n2. [One](one.md#a-part)',
    'one.md': '# One\n\n## A part\n\nText with {braces} and\n[the list](README.md)\nand **more**',
    'two.md': '# Two\n\nSee [the rest](README.md) and [the file](one.md).',
  })
  expect([list?.title, second?.title, first?.title]).toEqual(['Help', 'Two', 'One'])
  expect(list?.body).toContain('<Link className="text-link" to="/help/one#a-part">One</Link>')
  expect(first?.body).toContain('<h2 id="a-part">A part</h2>')
  expect(first?.body).toContain('Text with &#123;braces&#125; and <Link className="text-link" to="/help">the list</Link> and <strong>')
})

test('links to pages, headings, documents and pictures that are not there are refused', () => {
  const list = '# Help\n\n[One](one.md)'
  for (const [text, problem] of [
    ['[gone](gone.md)', 'one.md: the link to gone.md leads nowhere.'],
    ['[part](README.md#gone)', 'one.md: the link to README.md#gone leads nowhere.'],
    ['[document](../gone.md)', 'one.md: the link to ../gone.md leads nowhere.'],
    ['![A picture](pictures/gone.webp)', 'one.md: there is no pictures/gone.webp.'],
    ['![](pictures/gone.webp)', 'one.md: pictures/gone.webp needs a text that says what it shows.'],
  ] as const)
    expect(() => read({ 'README.md': list, 'one.md': `# One\n\n${text}` })).toThrow(problem)
})
