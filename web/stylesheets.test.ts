import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withBrandColours } from '#domain/brand.ts'
import { brandedFiles, globalStyles, layerOf, layers, scopedName } from '../build/css.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')
const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).map((file) => `web/${file.replaceAll('\\', '/')}`)
const stylesheets = files.filter((file) => file.endsWith('.css'))
const modules = stylesheets.filter((file) => file.endsWith('.module.css'))
const sources = files.filter((file) => /\.tsx?$/.test(file))

/** The selectors, without at-rules and keyframe steps. */
const selectorsOf = (css: string): string[] =>
  [...withoutComments(css).matchAll(/([^{};]+)\{/g)]
    .map(([, before = '']) => before.trim())
    .filter((selector) => !/^(@|from$|to$|\d)/.test(selector))
const localClasses = (file: string): Set<string> =>
  new Set(
    selectorsOf(read(file)).flatMap((selector) =>
      [...selector.replace(/:global\([^)]*\)|"[^"]*"/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
    ),
  )
const classesOf = new Map(modules.map((file) => [file, localClasses(file)]))
const globalClasses = new Set(
  globalStyles.flatMap((file) =>
    selectorsOf(read(file)).flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)),
  ),
)

type Use = { readonly source: string; readonly module: string; readonly name: string }

const usesOf = (source: string): Use[] => {
  const code = read(source)
  return [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)].flatMap(([, alias = '', from = '']) => {
    const module = from.startsWith('#web/') ? from.replace('#web/', 'web/') : normalize(join(dirname(source), from)).replaceAll('\\', '/')
    return [...code.matchAll(new RegExp(`(?<![/\\w])${alias}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({ source, module, name }))
  })
}
const uses = sources.flatMap(usesOf)

describe('stylesheets', () => {
  test('are CSS Modules, except for those that style tags, type and Mantine', () => {
    expect(stylesheets.filter((file) => !modules.includes(file)).sort()).toEqual([...globalStyles].sort())
  })

  test('have one file for each font family, so that no font of the system is looked up while another file is not loaded', () => {
    const families = stylesheets.flatMap((file) =>
      [...withoutComments(read(file)).matchAll(/@font-face\s*\{[^}]*?font-family:\s*"([^"]+)"/g)].map(([, family = '']) => family),
    )
    expect(families).not.toEqual([])
    expect(families.filter((family, index) => families.indexOf(family) !== index)).toEqual([])
    const stacks =
      read('web/ui/theme/tokens.css')
        .match(/--font-(display|text):[^;]+/g)
        ?.join(' ') ?? ''
    expect(families.filter((family) => !stacks.includes(`"${family}"`))).toEqual([])
    expect(sources.filter((file) => /^import '@fontsource/m.test(read(file)))).toEqual([])
  })

  test('have unique names, because a scoped class name starts with the file’s name', () => {
    const names = modules.map((file) => basename(file))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('style no class of another file, except Mantine’s, Leaflet’s and the first paint’s', () => {
    const foreign = modules.flatMap((file) =>
      [...read(file).matchAll(/:global\(([^)]*)\)/g)]
        .filter(([, selector = '']) => !/^\.(mantine-|leaflet-|first-paint$)/.test(selector))
        .map(([whole]) => `${file} ${whole}`),
    )
    expect(foreign).toEqual([])
  })

  test('are in the layer of their folder, and do not declare layers themselves', () => {
    expect(layers).toEqual(['mantine', 'leaflet', 'base', 'ui', 'shared', 'features'])
    expect(
      ['web/ui/theme/base.css', 'web/ui/layout/card.module.css', 'web/shared/x.module.css', 'web/features/x/x.module.css'].map((file) =>
        layerOf(`/${file}`),
      ),
    ).toEqual(['base', 'ui', 'shared', 'features'])
    expect(stylesheets.filter((file) => /@layer|!important/.test(withoutComments(read(file))))).toEqual([])
  })

  test('of Mantine are loaded with every component that has one: by all screens, or beside the component', () => {
    const everywhere = read('web/ui/theme/mantine.css')
    const missing = sources
      .filter((source) => !source.includes('.test.'))
      .flatMap((source) => {
        const code = read(source)
        const names = [...code.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
          ([, list = '']) => list.match(/\b[A-Z]\w*/g) ?? [],
        )
        return names
          .map((name) => `@mantine/core/styles/${name}.layer.css`)
          .filter((file) => existsSync(`node_modules/${file}`) && !everywhere.includes(`"${file}"`) && !code.includes(`'${file}'`))
          .map((file) => `${source} ${file}`)
      })
    expect(missing).toEqual([])
  })

  test('use only three breakpoints, and one for much larger text', () => {
    const queries = stylesheets.flatMap((file) =>
      [...read(file).matchAll(/@media ([^{]*width[^{]*)\{/g)].map(([, query = '']) => query.trim()),
    )
    expect([...new Set(queries)].filter((query) => !/^\(width (<|>=) (22|48\.75|62|75)em\)$/.test(query))).toEqual([])
  })

  test('take every colour from the tokens', () => {
    const colours = stylesheets
      .filter((file) => !file.endsWith('/tokens.css'))
      .flatMap((file) =>
        [...withoutComments(read(file)).matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/gi)].map(([colour]) => `${file} ${colour}`),
      )
    expect(colours).toEqual([])
  })

  test('take every padding, margin and gap from the scale of the tokens, except hairlines', () => {
    const spacings = stylesheets.flatMap((file) =>
      [...withoutComments(read(file)).matchAll(/(?<![\w-])(?:--[\w-]*)?(?:padding|margin|gap)[\w-]*:[^;}]+/g)]
        .map(([declaration]) => declaration)
        .filter((declaration) => !declaration.includes('scroll-') && /\b(?!1px)\d+px/.test(declaration))
        .map((declaration) => `${file} ${declaration}`),
    )
    expect(spacings).toEqual([])
  })
})

describe('colours', () => {
  test('are written in the tokens and in domain/brand.ts alone', () => {
    const folders = ['contract', 'domain', 'server', 'web']
    const written = folders
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
      )
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/common-passwords\.ts$/.test(file) && file !== 'domain/brand.ts')
      .concat('web/index.html', ...brandedFiles.map((file) => `web/public/${file}`))
      .flatMap((file) => [...read(file).matchAll(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b|\brgba?\(/gi)].map(([colour]) => `${file} ${colour}`))
    expect(written).toEqual([])
  })

  test('of the brand are named by names that exist', () => {
    const branded = ['web/ui/theme/tokens.css', 'web/index.html', ...brandedFiles.map((file) => `web/public/${file}`)]
    for (const file of branded) {
      expect(read(file)).toContain('var(--brand-')
      expect(withoutComments(withBrandColours(read(file)))).not.toContain('--brand-')
    }
  })
})

describe('class names', () => {
  test('used by a component are defined in the module it imports', () => {
    expect(uses.filter(({ module, name }) => !classesOf.get(module)?.has(name)).map(({ source, name }) => `${source} ${name}`)).toEqual([])
  })

  test('defined in a module are used by a component', () => {
    const used = new Set(uses.map(({ module, name }) => `${module} ${name}`))
    const unused = [...classesOf].flatMap(([file, names]) => [...names].map((name) => `${file} ${name}`).filter((key) => !used.has(key)))
    expect(unused).toEqual([])
  })

  test('written as text are part of the type scale', () => {
    const unknown = sources
      .filter((source) => !source.includes('.test.'))
      .flatMap((source) =>
        [...read(source).matchAll(/className="([^"]*)"/g)]
          .flatMap(([, names = '']) => names.split(/\s+/))
          .filter((name) => name && !globalClasses.has(name))
          .map((name) => `${source} ${name}`),
      )
    expect(unknown).toEqual([])
  })

  test('in the server’s first paint exist in the page’s stylesheets', () => {
    const known = new Set([
      ...globalClasses,
      ...modules.flatMap((file) => [...(classesOf.get(file) ?? [])].map((name) => scopedName(name, file))),
    ])
    const written = ['server/features/share-page/first-paint.ts', 'web/index.html'].flatMap((file) =>
      [...read(file).matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    )
    expect(written.length).toBeGreaterThan(10)
    expect(written.filter((name) => !known.has(name))).toEqual([])
  })
})
