import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { docsPage } from './docs-page.ts'
import { anyone } from './guards.ts'

const description =
  'Every answer is `{ status, message, data }`; every failure `{ status, message, error, fields?, requestId }`. ' +
  'Calls that need a person carry `Authorization: Bearer <accessToken>` and `X-Refresh-Token`. An expired access token answers 302 with `data.shouldRefresh`.'

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
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { config: { guard: anyone }, schema: { hide: true } }, async () => app.swagger())
  app.get('/api/docs', { config: { guard: anyone }, schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(app.swagger())),
  )
}
