import { brand } from '#domain/brand.ts'

type Operation = {
  readonly summary?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
  readonly 'x-guard'?: string
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const code = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

function operationHtml(path: string, method: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    (parameter) => `<li><code>${escapeHtml(parameter.name)}</code> in ${parameter.in}</li>`,
  )
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <i>${escapeHtml(operation['x-guard'] ?? '')}</i> ${escapeHtml(operation.summary ?? '')}</summary>
${parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
${operation.requestBody ? `<h3>Body</h3>${code(operation.requestBody)}` : ''}
<h3>Answers</h3>${code(operation.responses ?? {})}</details>`
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem;background:${brand.paper};color:${brand.ink}}
summary{cursor:pointer;padding:.5rem 0}summary b{display:inline-block;min-width:4.5rem;color:${brand.evergreen}}summary i{color:${brand.ink3};font-style:normal;font-size:.85em}
details{border-bottom:1px solid ${brand.line}}pre{overflow:auto;background:${brand.surface};border:1px solid ${brand.line};border-radius:8px;padding:1rem;font-size:13px}h3{margin:.5rem 0 0}`

/** The OpenAPI document as an HTML page without scripts. */
export function docsPage(document: { info?: { title?: string; version?: string }; paths?: object }): string {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    const group = path.split('/')[2] ?? ''
    const rows = Object.entries(methods as Record<string, Operation>).map(([method, operation]) => operationHtml(path, method, operation))
    groups.set(group, [...(groups.get(group) ?? []), ...rows])
  }
  const body = [...groups].map(([group, rows]) => `<h2>${escapeHtml(group)}</h2>${rows.join('\n')}`).join('\n')
  const title = escapeHtml(`${document.info?.title ?? 'API'} ${document.info?.version ?? ''}`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style></head><body><h1>${title}</h1><p>Programs read <a href="/api/openapi.json">/api/openapi.json</a>.</p>${body}</body></html>`
}
