import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [name: string]: unknown }

/** Where an expression begins, by its kind. */
const beginnings: Readonly<Record<string, string>> = {
  CallExpression: 'callee',
  MemberExpression: 'object',
  ArrowFunctionExpression: 'body',
  TSSatisfiesExpression: 'expression',
  TSAsExpression: 'expression',
}

/** The name that an expression such as `z.object({ … }).optional()` begins with. A builder such as `(max) => z.string()` has its body's. */
function rootOf(expression: Node): string | null {
  if (expression.type === 'Identifier') return String(expression.name)
  const inner = beginnings[expression.type]
  return inner ? rootOf(expression[inner] as Node) : null
}

type Replaced = { readonly start: number; readonly end: number; readonly by: string }

function replaceIn(code: string, parts: readonly Replaced[]): string {
  const kept = parts.map(({ start }, index) => code.slice(parts[index - 1]?.end ?? 0, start))
  return kept.map((text, index) => text + parts[index]?.by).join('') + code.slice(parts.at(-1)?.end ?? 0)
}

const importsIn = (body: readonly Node[]): Node[] => body.filter(({ type }) => type === 'ImportDeclaration')

const namesImportedBy = (node: Node): string[] => (node.specifiers as Node[]).map(({ local }) => String((local as Node).name))

/** What only schemas used must not be loaded with the first page. Imports come first, so they are where they were before schemas were replaced. */
function withoutUnusedImports(code: string, imports: readonly Node[]): string {
  const rest = code.slice(imports.at(-1)?.end ?? 0)
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(rest)
  const unused = imports.filter((node) => namesImportedBy(node).length > 0 && !namesImportedBy(node).some(isUsed))
  return replaceIn(
    code,
    unused.map(({ start, end }) => ({ start, end, by: '' })),
  )
}

/** The names that a module imports from zod or from the schemas that all modules share. */
const schemasImportedBy = (body: readonly Node[]): string[] =>
  importsIn(body)
    .filter(({ source }) => /^zod$|\/reply\.ts$/.test(String((source as Node).value)))
    .flatMap(namesImportedBy)

/** Declarations of one constant at the top of a module, exported or not. */
const constantsIn = (body: readonly Node[]): Node[] =>
  body
    .map((node) => (node.type === 'ExportNamedDeclaration' && node.declaration ? (node.declaration as Node) : node))
    .flatMap((node) => (node.type === 'VariableDeclaration' ? (node.declarations as Node[]) : []))

/** Writes `z` for every schema of a module, because all of them are the same in the page (web/api/no-zod.ts). */
export function withoutSchemas(code: string, body: readonly Node[]): string {
  const schemas = new Set(schemasImportedBy(body))
  if (!schemas.has('z')) return code
  const replaced = constantsIn(body).flatMap(({ id, init }) => {
    if (!init || !schemas.has(rootOf(init as Node) ?? '')) return []
    schemas.add(String((id as Node).name))
    return [{ ...(init as Node), by: 'z' }]
  })
  return withoutUnusedImports(replaceIn(code, replaced), importsIn(body))
}

/** Excludes zod and all schemas from the bundle: the server already validates its answers with the same schemas. */
export function excludeZod(): Plugin {
  const contract = fileURLToPath(new URL('contract/', import.meta.url))
  return {
    name: 'exclude-zod',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod' ? fileURLToPath(new URL('web/api/no-zod.ts', import.meta.url)) : null),
    transform(code, id) {
      if (!id.startsWith(contract)) return null
      return { code: withoutSchemas(code, this.parse(code, { lang: 'ts' }).body as unknown as Node[]), map: null }
    },
  }
}
