/**
 * Stands in for zod in the page that ships. Schemas are checked while developing and testing only (see client.ts), so a visitor
 * need not download the means to check them. Whoever asks it to check anything learns of it at once.
 */
const refuse = () => {
  throw new Error('The page ships without zod: check by a rule of domain/ instead.')
}

const checks = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode'])

const inert: unknown = new Proxy(() => inert, {
  get: (_target, property) => (checks.has(property) ? refuse : inert),
  apply: () => inert,
})

export const z = inert
