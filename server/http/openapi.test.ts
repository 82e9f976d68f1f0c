import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { requireDocumented } from '#server/testing/documented-answers.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const run = promisify(execFile)

type Operation = {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly 'x-guard'?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: object; readonly example?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: object }>> }
  readonly responses: Readonly<
    Record<
      string,
      { readonly $ref?: string; readonly description?: string; readonly content?: Readonly<Record<string, { schema?: object }>> }
    >
  >
}
type Document = {
  readonly openapi: string
  readonly tags?: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

async function readDocument(testApp: TestApp): Promise<{ text: string; document: Document }> {
  const { text } = await testApp.call(null, 'GET', '/api/openapi.json')
  return { text, document: JSON.parse(text) }
}

/** Not described: addresses that are given out signed, a second spelling of one path, and the document itself. */
const hidden = [
  'GET /api/docs',
  'GET /api/files/{}',
  'GET /api/openapi.json',
  'POST /api/app/s3/get-signed-post-url/{}/{}/{}',
  'POST /api/s3/get-signed-post-url/{}/{}/{}',
  'PUT /api/files/{}',
]

/** As `METHOD /path/{}`, from Fastify's tree of routes, in which every level is four characters deep. */
function registeredRoutes({ app }: TestApp): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? []
      const depth = indent.length / 4
      above.splice(depth, above.length, part)
      const url = above.join('').replaceAll(/:\w+(\|:\w+)*/g, '{}')
      return methods.split(', ').map((method) => `${method} ${url}`)
    })
}

test('the API document has every route of the API', async ({ testApp }) => {
  const { document } = await readDocument(testApp)
  const described = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${url.replaceAll(/\{\w+\}/g, '{}')}`),
  )
  const registered = registeredRoutes(testApp).filter((route) => route.includes(' /api/'))
  expect(registered.length).toBeGreaterThan(100)
  expect(registered.filter((route) => !described.includes(route)).sort()).toEqual(hidden)
})

/** What an operation's description lacks. */
function gapsIn(url: string, method: string, operation: Operation): string[] {
  const { summary, security, parameters = [], requestBody, responses } = operation
  const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const inPath = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const isSignedIn = security?.some((each) => 'accessToken' in each) === true
  const statuses = Object.keys(responses)
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const hasSchema = ([status, { content = {} }]: (typeof successes)[number]) =>
    status === '204' || (Object.keys(content).length > 0 && Object.values(content).every(({ schema }) => schema))
  return [
    ...(summary ? [] : ['summary']),
    ...(operation['x-guard'] && security ? [] : ['guard']),
    ...inPath.filter((name) => !named.includes(name ?? '')).map((name) => `parameter ${name}`),
    ...(parameters.every(({ schema }) => schema) ? [] : ['schema of a parameter']),
    ...(!requestBody || Object.values(requestBody.content).every(({ schema }) => schema) ? [] : ['schema of the body']),
    ...(successes.length > 0 && successes.every(hasSchema) ? [] : ['schema of the answer']),
    ...(isSignedIn && security?.length === 1 ? ['401'] : []).filter((status) => !statuses.includes(status)),
    ...(method === 'get' ? [] : ['400', '413']).filter((status) => !statuses.includes(status)),
    ...(inPath.length > 0 ? ['404'] : []).filter((status) => !statuses.includes(status)),
    ...(statuses.includes('422') && !parameters.some(({ name }) => name === 'Idempotency-Key') ? ['Idempotency-Key'] : []),
  ]
}

test('every operation has summary, parameters, body, answers, refusals and security', async ({ testApp }) => {
  const { document } = await readDocument(testApp)
  const gaps = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => gapsIn(url, method, operation).map((gap) => `${method} ${url}: ${gap}`)),
  )
  expect(gaps).toEqual([])
})

test('every answer is described in words, every tag is defined, and every path parameter has an example', async ({ testApp }) => {
  const { document } = await readDocument(testApp)
  const operations = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${url}`, ...operation })),
  )
  const undescribed = operations.filter(({ responses }) =>
    Object.values(responses).some(({ $ref, description }) => !$ref && (!description || description === 'Default Response')),
  )
  expect(undescribed.map(({ name }) => name)).toEqual([])
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  expect((document.tags ?? []).map(({ name, description }) => (description ? name : '')).sort()).toEqual([...used].sort())
  const withoutExample = operations.filter(({ parameters = [] }) => parameters.some((each) => each.in === 'path' && !each.example))
  expect(withoutExample.map(({ name }) => name)).toEqual([])
})

test('the bodies of the sign-in forms name the fields that must be filled in', async ({ testApp }) => {
  const { document } = await readDocument(testApp)
  const requiredBy = (name: string) => document.paths[`/api/auth/${name}`]?.post?.requestBody?.content['application/json']?.schema
  expect(requiredBy('register')).toMatchObject({
    required: ['firstName', 'lastName', 'email', 'password', 'confirmPassword', 'tos'],
  })
  expect(requiredBy('login')).toMatchObject({ required: ['email', 'password'] })
  expect(requiredBy('request-token')).toMatchObject({ required: ['email', 'confirmEmail'] })
})

test('an answer that the API document does not name fails its test', async ({ testApp }) => {
  const answer = () => requireDocumented(testApp.app, 'GET', '/api/public/config', 409)
  expect(answer).toThrow('GET /api/public/config answered 409')
  expect(() => requireDocumented(testApp.app, 'GET', '/api/public/config', 503)).not.toThrow()
})

test('the API document is valid OpenAPI 3.1', async ({ testApp }) => {
  const { text, document } = await readDocument(testApp)
  expect(document.openapi).toBe('3.1.0')
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-api-'))
  const file = path.join(folder, 'openapi.json')
  await writeFile(file, text)
  const root = projectRoot()
  const lint = await run(
    path.join(root, 'node_modules/.bin/redocly'),
    ['lint', file, '--config', path.join(root, 'redocly.yaml'), '--format', 'stylish'],
    {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  ).catch((error: { stdout?: string; stderr?: string }) => ({ stdout: `failed\n${error.stdout}\n${error.stderr}`, stderr: '' }))
  await rm(folder, { recursive: true })
  expect(lint.stdout).not.toContain('failed')
})

test('the API document has an HTML page', async ({ testApp }) => {
  const page = await testApp.call(null, 'GET', '/api/docs')
  expect(page.status).toBe(200)
  expect(page.text).toContain('/api/auth/login')
  expect(page.text).not.toContain('<script')
})

test('the API document and its page are generated once and cached', async ({ testApp }) => {
  for (const path of ['/api/docs', '/api/openapi.json']) {
    const first = await testApp.call(null, 'GET', path)
    const again = await testApp.call(null, 'GET', path, undefined, { 'if-none-match': String(first.headers.etag) })
    expect([path, again.status]).toEqual([path, 304])
  }
})
