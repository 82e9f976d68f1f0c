import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { test } from '#server/testing/test-app.ts'

const run = promisify(execFile)

test('the API document is valid OpenAPI 3.1 and names the guard of every operation', async ({ testApp }) => {
  const answer = await testApp.call(null, 'GET', '/api/openapi.json')
  const document = JSON.parse(answer.text) as { openapi: string; paths: Record<string, Record<string, { 'x-guard'?: string }>> }
  expect(document.openapi).toBe('3.1.0')
  for (const [url, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) expect([method, url, operation['x-guard']]).not.toContain('')
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-api-'))
  const file = path.join(folder, 'openapi.json')
  await writeFile(file, answer.text)
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
