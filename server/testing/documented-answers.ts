import type { FastifyInstance } from 'fastify'

type Document = { readonly paths?: Readonly<Record<string, Readonly<Record<string, { responses?: Readonly<Record<string, unknown>> }>>>> }
type Documented = { readonly pattern: RegExp; readonly method: string; readonly statuses: readonly string[] }

/** By the routes of an app, because making the document takes longer than most tests, and all apps with these routes have the same. */
const known = new Map<string, readonly Documented[]>()
const routesOf = new WeakMap<FastifyInstance, string>()

const patternOf = (template: string) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** Paths with fewer parameters first: `/circle/new` comes before `/circle/{id}`. */
function readDocument(app: FastifyInstance): readonly Documented[] {
  const paths = Object.entries((app.swagger() as Document).paths ?? {})
  return paths
    .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses = {} }]) => ({
        pattern: patternOf(path),
        method: method.toUpperCase(),
        statuses: Object.keys(responses),
      })),
    )
}

function documentedBy(app: FastifyInstance): readonly Documented[] {
  const routes = routesOf.get(app) ?? app.printRoutes({ commonPrefix: false })
  routesOf.set(app, routes)
  const documented = known.get(routes) ?? readDocument(app)
  known.set(routes, documented)
  return documented
}

/** Fails when the API's document does not name the status of an answer. Undocumented are 304, parts of files, and bugs. */
export function requireDocumented(app: FastifyInstance, method: string, url: string, status: number): void {
  if (status === 200 || status === 304 || status === 500) return
  const path = url.split('?')[0] ?? ''
  const route = documentedBy(app).find((each) => each.method === method && each.pattern.test(path))
  if (!route || route.statuses.includes(String(status))) return
  throw new Error(`${method} ${path} answered ${status}, which /api/openapi.json does not name: add it to the route's \`refuses\`.`)
}
