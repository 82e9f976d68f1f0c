/**
 * Replaces zod in the production bundle. Schemas are checked only in development and tests (see client.ts), so zod is not shipped. Any
 * attempt to parse with it throws.
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
