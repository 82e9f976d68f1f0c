import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type RendererObject, type Token } from 'marked'
import { type Plugin, transformWithOxc } from 'vite'
import { paths } from '#contract/paths.ts'
import { readPictureSize } from '#domain/picture-size.ts'

export const guideFolder = join(import.meta.dirname, '../docs/guide')

/** A page of docs/guide. `body` is its text below the title, as JSX. */
export type GuidePage = {
  readonly file: string
  readonly title: string
  readonly body: string
  readonly links: readonly string[]
  readonly anchors: readonly string[]
  readonly pictures: readonly string[]
}

/** The same anchors as on code hosting sites, so that a link works in both places. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-')

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The last part of a page's address. README.md is the page that lists the others. */
const nameOf = (file: string): string => (file === 'README.md' ? '' : file.replace(/\.md$/, ''))
const addressOf = (file: string): string => (file === 'README.md' ? paths.help : paths.helpPage(nameOf(file)))

/** A link to another page of the guide, which may name one of its headings; null for a link to anything else. */
function linkToPage(href: string): { readonly file: string; readonly anchor: string } | null {
  const [, file, anchor = ''] = /^([\w-]+\.md)(?:#(.+))?$/.exec(href) ?? []
  return file === undefined ? null : { file, anchor }
}

function readPage(folder: string, file: string): GuidePage {
  const page = { title: '', links: [] as string[], anchors: [] as string[], pictures: [] as string[] }
  const renderer: RendererObject = {
    heading({ tokens, depth, text }) {
      if (depth === 1) {
        page.title = text
        return ''
      }
      const anchor = anchorOf(text)
      page.anchors.push(anchor)
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      page.links.push(href)
      const text = this.parser.parseInline(tokens)
      const target = linkToPage(href)
      // The product serves no other documents, so only their names are shown.
      if (!target) return text
      const address = addressOf(target.file) + (target.anchor && `#${target.anchor}`)
      return `<Link className="text-link" to="${attribute(address)}">${text}</Link>`
    },
    image({ href, text }) {
      if (text.trim() === '') throw new Error(`${file}: ${href} needs a text that says what it shows.`)
      page.pictures.push(href)
      return `<Picture of="${attribute(href)}" alt="${attribute(text)}" />`
    },
  }
  // JSX drops a line break before or after an element, and with it the space between two words.
  const walkTokens = (token: Token) => {
    if (token.type === 'text') token.text = token.text.replaceAll('\n', ' ')
  }
  const html = new Marked({ renderer, walkTokens }).parse(readFileSync(join(folder, file), 'utf8'), { async: false })
  const tables = html.replaceAll('<table>', '<GuideTable>').replaceAll('</table>', '</GuideTable>')
  return { file, ...page, body: tables.replaceAll('{', '&#123;').replaceAll('}', '&#125;') }
}

/** The pages in the order of the list in README.md, which is the first. Throws if a link or a picture leads nowhere. */
export function readGuide(folder = guideFolder): readonly GuidePage[] {
  const first = readPage(folder, 'README.md')
  const listed = first.links.flatMap((href) => linkToPage(href)?.file ?? [])
  const pages = [first, ...[...new Set(listed)].map((file) => readPage(folder, file))]
  for (const { file, links, pictures } of pages) {
    for (const href of links) {
      const target = linkToPage(href)
      const page = pages.find((other) => other.file === target?.file)
      const leadsSomewhere = target
        ? page && (target.anchor === '' || page.anchors.includes(target.anchor))
        : /^https?:/.test(href) || existsSync(join(folder, href))
      if (!leadsSomewhere) throw new Error(`${file}: the link to ${href} leads nowhere.`)
    }
    for (const picture of pictures) if (!existsSync(join(folder, picture))) throw new Error(`${file}: there is no ${picture}.`)
  }
  return pages
}

/** Known before the picture is loaded, so that the text below it does not move. */
async function sizeOf(file: string): Promise<{ readonly width: number; readonly height: number }> {
  const bytes = readFileSync(file)
  const size = await readPictureSize('image/webp', bytes.length, async (start, length) => bytes.subarray(start, start + length))
  if (!size) throw new Error(`${file} is not a WebP picture.`)
  return size
}

/** The module `virtual:guide`. Vite gives the pictures their hashed names. */
async function guideModule(pages: readonly GuidePage[]): Promise<string> {
  const pictures = [...new Set(pages.flatMap((page) => page.pictures))].map((name) => ({ name, file: join(guideFolder, name) }))
  const imports = pictures.map(({ file }, index) => `import picture${index} from ${JSON.stringify(file)}`)
  const sizes = await Promise.all(
    pictures.map(async ({ name, file }, index) => {
      const { width, height } = await sizeOf(file)
      return `${JSON.stringify(name)}: { src: picture${index}, width: ${width}, height: ${height} }`
    }),
  )
  const texts = pages.map(
    ({ file, title, body }) => `{ name: ${JSON.stringify(nameOf(file))}, title: ${JSON.stringify(title)}, Text: () => <>${body}</> }`,
  )
  return `import { Link } from 'react-router'
import { GuidePicture } from '#web/features/guide/guide-picture.tsx'
import { GuideTable } from '#web/features/guide/guide-table.tsx'
${imports.join('\n')}
const pictures = { ${sizes.join(', ')} }
const Picture = ({ of, alt }) => <GuidePicture {...pictures[of]} alt={alt} />
export const guidePages = [${texts.join(',\n')}]
`
}

const moduleName = 'virtual:guide'

/** Compiles docs/guide into React components, so that the page needs no Markdown parser. */
export function guide(): Plugin {
  return {
    name: 'guide',
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : null),
    load: {
      filter: { id: /^\0virtual:guide$/ },
      async handler() {
        const pages = readGuide()
        for (const { file } of pages) this.addWatchFile(join(guideFolder, file))
        return (await transformWithOxc(await guideModule(pages), 'guide.tsx', { jsx: { runtime: 'automatic' } })).code
      },
    },
  }
}
