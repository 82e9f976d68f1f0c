import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/root.ts'
// @ts-expect-error a script without types
import { parseDockerfile, parseIgnore } from './dockerfile.mjs'

type Stage = { from: string; name: string; steps: { instruction: string; value: string }[] }

const read = (file: string) => readFileSync(path.join(projectRoot(), file), 'utf8')
const stages = (): Stage[] => parseDockerfile(read('Dockerfile'))
const lastOf = (instruction: string) =>
  stages()
    .at(-1)
    ?.steps.findLast((step) => step.instruction === instruction)?.value ?? ''

test('a Dockerfile is read with its comments, stages and continued lines', () => {
  const text = '# comment\nFROM debian:trixie-slim AS build\nRUN one && \\\n  two\n\nFROM debian:trixie-slim\nUSER somebody\n'
  expect(parseDockerfile(text)).toEqual([
    { from: 'debian:trixie-slim', name: 'build', steps: [{ instruction: 'RUN', value: 'one && two' }] },
    { from: 'debian:trixie-slim', name: '', steps: [{ instruction: 'USER', value: 'somebody' }] },
  ])
})

test('.dockerignore keeps secrets, tests and local files out of the image', () => {
  const isIgnored: (file: string) => boolean = parseIgnore(read('.dockerignore'))
  const out = [
    '.git/config',
    'secrets/jwt_secret',
    '.data/secret',
    'node_modules/x/y.js',
    'server/settings.test.ts',
    'server/testing/seed.ts',
    'docs/decisions/0001-postgresql-everywhere.md',
  ]
  expect(out.filter((file) => !isIgnored(file))).toEqual([])
  const kept = [
    'package-lock.json',
    '.npmrc',
    'server/settings.ts',
    'server/db/migrations/0001_foundation.sql',
    'web/index.html',
    'docs/guide/README.md',
    'docs/operations.md',
  ]
  expect(kept.filter(isIgnored)).toEqual([])
})

test('the image runs as an ordinary user', () => {
  expect(lastOf('USER')).toMatch(/^(?!root$|0$)\w+$/)
})

test('image, unit and command start the server in the same way', () => {
  const command: string[] = JSON.parse(lastOf('CMD'))
  expect(read('deploy/arcstead.service')).toContain(`ExecStart=${command.join(' ')}\n`)
  expect(read('deploy/arcstead')).toContain(command.slice(0, 2).join(' '))
})

test('every setting of compose.yaml and of the settings file is described', () => {
  const described = read('docs/operations.md')
  const compose = [...read('compose.yaml').matchAll(/^ {6}([A-Z0-9_]+): /gm)].map(([, name = '']) => name)
  const names = [...compose, ...[...read('deploy/arcstead.env').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)]
  const ours = names.filter((name) => !name.startsWith('POSTGRES_'))
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter((name) => !described.includes(`\`${name}\``))).toEqual([])
})
