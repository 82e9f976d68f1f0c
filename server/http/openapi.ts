import swagger from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { failure } from '#contract/failure.ts'
import { docsPage } from './docs-page.ts'
import { type Encoded, encode, sendEncoded } from './encoded.ts'
import { anyone } from './guards.ts'

const description =
  'Every answer is `{ status, message, data }`; every failure `{ status, code, message, error, fields?, requestId }`. ' +
  'Calls that need a person carry `Authorization: Bearer <accessToken>` and `X-Refresh-Token`. An expired access token answers 302 with `data.shouldRefresh`.'

const fromZod = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })

/** What the document says about every route beyond its schemas: who may call it, and how it fails. */
function facts(route: RouteOptions, url: string) {
  const [, , group = ''] = url.split('/')
  const guard = route.config?.guard
  return {
    tags: [group],
    'x-guard': guard?.name ?? '',
    security: guard?.session === 'required' ? [{ accessToken: [], refreshToken: [] }] : [],
  }
}

const transform: typeof fromZod = (document) => {
  const { schema } = document
  if (!schema || schema.hide) return fromZod(document)
  const response = { ...(schema.response as object | undefined), '4XX': failure }
  const described = { ...schema, ...facts(document.route, document.url), response }
  return fromZod({ ...document, schema: described })
}

/** Adds an operationId to every operation and drops unused components. */
const transformObject: typeof jsonSchemaTransformObject = (input) => {
  const document = jsonSchemaTransformObject(input)
  const { paths = {}, components } = document as {
    paths?: Record<string, Record<string, object>>
    components?: { schemas?: Record<string, object> }
  }
  for (const [url, methods] of Object.entries(paths)) {
    const name = url
      .replace('/api/', '')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replace(/-$/, '')
    // A route with two methods shares one object between them; each needs its own.
    for (const [method, operation] of Object.entries(methods)) methods[method] = { ...operation, operationId: `${method}-${name}` }
  }
  const text = JSON.stringify(document)
  for (const name of Object.keys(components?.schemas ?? {})) {
    if (components?.schemas && !text.includes(`"#/components/schemas/${name}"`)) delete components.schemas[name]
  }
  return document
}

/** Must be registered before the routes it is to describe. */
export async function describeApi(app: FastifyInstance, version: string, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Arcstead API', version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          refreshToken: { type: 'apiKey', in: 'header', name: 'X-Refresh-Token' },
        },
      },
    },
    transform,
    transformObject,
  })
  // Cached: generating takes 0.1 s, in which the process could do nothing else.
  let document: Encoded | null = null
  let page: Encoded | null = null
  app.get('/api/openapi.json', { config: { guard: anyone }, schema: { hide: true } }, async (request, reply) => {
    document ??= encode('application/json; charset=utf-8', JSON.stringify(app.swagger()))
    return sendEncoded(request, reply, document)
  })
  app.get('/api/docs', { config: { guard: anyone }, schema: { hide: true } }, async (request, reply) => {
    page ??= encode('text/html; charset=utf-8', docsPage(app.swagger()))
    return sendEncoded(request, reply, page)
  })
}
