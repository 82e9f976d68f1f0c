import swagger from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createJsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { failure } from '#contract/failure.ts'
import { docsPage } from './docs-page.ts'
import { type Encoded, encode, sendEncoded } from './encoded.ts'
import { anyone } from './guards.ts'
import { longestKey } from './idempotent-transaction.ts'
import { refusalMeanings, refusalStatuses } from './refusal-answers.ts'

const description =
  'Every answer is `{ status, message, data }`; every failure `{ status, code, message, error, fields?, requestId }`. ' +
  'Calls that need a person carry `Authorization: Bearer <accessToken>` and `X-Refresh-Token`. An expired access token answers 302 with `data.shouldRefresh`.'

/** The first part of a path. */
const groups = [
  ['public', 'For visitors; who is signed in may see more.'],
  ['auth', 'Registering, signing in, passwords, sessions and passkeys.'],
  ['app', 'For people who are signed in.'],
  ['s3', 'Uploading and reading files.'],
  ['admin', 'For administrators.'],
  ['log', 'Reports of crashes.'],
] as const
const tags = groups.map(([name, meaning]) => ({ name, description: meaning }))

/** An example of each path parameter that is no id. */
const parameterExamples: Readonly<Record<string, string>> = {
  fileKey: 'public/01890a5d-ac96-774b-bcce-b302099a8057.png',
  fileName: 'house.png',
  contentType: 'image/png',
  secret: 'kX3p0Vb2mJcQeR5tYw8zAaBdFhLnPsUvGiKoTxZy1M4',
  text: 'Denver',
}
const exampleId = '01890a5d-ac96-774b-bcce-b302099a8057'

const fromZod = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })

/** What the document says about every route beyond its schemas: who may call it, and how it refuses. */
function facts(route: RouteOptions, url: string) {
  const [, , group = ''] = url.split('/')
  const guard = route.config?.guard
  const signedIn = { accessToken: [], refreshToken: [] }
  return {
    tags: [group],
    'x-guard': guard?.name ?? '',
    'x-refuses': refusalStatuses(route),
    security: guard?.session === 'required' ? [signedIn] : guard?.session === 'optional' ? [{}, signedIn] : [],
  }
}

const transform: typeof fromZod = (document) => {
  const { schema, route, url } = document
  if (!schema || schema.hide) return fromZod(document)
  return fromZod({ ...document, schema: { ...schema, ...facts(route, url) } })
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Chosen by the caller: a repeat with the same key and body gets the first answer and has no effect.',
  schema: { type: 'string', maxLength: longestKey },
}

type Content = Record<string, { schema: object }>
type Operation = {
  summary?: string
  'x-refuses'?: readonly number[]
  parameters?: readonly { readonly name?: string; readonly in?: string }[]
  responses?: Record<string, Answer>
}
type Answer = { description?: string; content?: Content }

const refusalName = (status: number | string) => `Refused${status}`

/** Texts such as CSV are strings, whatever the same answer is as JSON. */
function describeTexts(responses: Readonly<Record<string, Answer>>): void {
  for (const { content = {} } of Object.values(responses))
    for (const type of Object.keys(content)) if (type.startsWith('text/')) content[type] = { schema: { type: 'string' } }
}

/** What an answer is. Summaries of reads say what is read, all others what is done. */
function describeAnswers(responses: Readonly<Record<string, Answer>>, method: string, summary: string): void {
  const done = method === 'get' ? summary : `Done: ${summary}`
  for (const [status, answer] of Object.entries(responses)) answer.description = status === '204' ? 'Done; the answer is empty.' : done
}

const withExample = <Parameter extends { readonly name?: string; readonly in?: string }>(parameter: Parameter): Parameter =>
  parameter.in === 'path' ? { ...parameter, example: parameterExamples[parameter.name ?? ''] ?? exampleId } : parameter

/** With an own operationId, its refusals, and the Idempotency-Key if it takes one. */
function describeOperation({ 'x-refuses': statuses = [], ...operation }: Operation, method: string, operationId: string): object {
  describeTexts(operation.responses ?? {})
  describeAnswers(operation.responses ?? {}, method, operation.summary ?? '')
  const refused = statuses.map((status) => [status, { $ref: `#/components/responses/${refusalName(status)}` }])
  const parameters = [...(operation.parameters ?? []).map(withExample), ...(statuses.includes(422) ? [idempotencyKey] : [])]
  return {
    ...operation,
    operationId,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { ...operation.responses, ...Object.fromEntries(refused) },
  }
}

const content = { 'application/json': { schema: { $ref: `#/components/schemas/${failure.meta()?.id}` } } }
const refusalResponses = Object.fromEntries(
  Object.entries(refusalMeanings).map(([status, meaning]) => [refusalName(status), { description: meaning, content }]),
)

/** Completes every operation and drops unused components. */
const transformObject: typeof jsonSchemaTransformObject = (input) => {
  const document = jsonSchemaTransformObject(input)
  const { paths = {}, components = {} } = document as {
    paths?: Record<string, Record<string, Operation>>
    components?: { schemas?: Record<string, object>; responses?: Record<string, object> }
  }
  components.responses = refusalResponses
  for (const [url, methods] of Object.entries(paths)) {
    const name = url
      .replace('/api/', '')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replace(/-$/, '')
    // A route with two methods shares one object between them; each needs its own.
    for (const [method, operation] of Object.entries(methods)) methods[method] = describeOperation(operation, method, `${method}-${name}`)
  }
  const text = JSON.stringify(document)
  for (const schema of Object.keys(components.schemas ?? {})) {
    if (!text.includes(`"#/components/schemas/${schema}"`)) delete components.schemas?.[schema]
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
      tags,
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
