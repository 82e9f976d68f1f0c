import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { withoutSchemas } from '../zod.config.ts'

const written = (code: string): string => withoutSchemas(code, parseSync('module.ts', code).program.body as never).trim()

test('every schema of a module becomes z: also those made from others, and what makes them', () => {
  const code = `import { z } from 'zod'
import { reply, text } from './reply.ts'
const rooms = (most: number) => z.coerce.number().max(most)
export const circle = z.object({ title: text(40), rooms: rooms(5) }).strict()
export const saved = circle.extend({ by: z.string() }).optional()
export const circleReply = reply(circle)
export const choice = z.union([circle, saved]) satisfies z.ZodType<Choice>
export type Circle = z.infer<typeof circle>`
  expect(written(code)).toBe(`import { z } from 'zod'

const rooms = z
export const circle = z
export const saved = z
export const circleReply = z
export const choice = z
export type Circle = z.infer<typeof circle>`)
})

test('what is no schema stays, with the imports that it uses', () => {
  const code = `import { z } from 'zod'
import { values, words } from '#domain/choices.ts'
import { longest } from '#domain/pages.ts'
import type { Word } from '#domain/words.ts'
const schema = z.enum(values).max(longest)
export const limit = words.length
export const first: Word = words[0]
export const fields = { word: schema }
export function wordOf(written: string): string {
  return words.find((word) => word === written) ?? ''
}`
  expect(written(code)).toBe(code.replace("import { longest } from '#domain/pages.ts'", '').replace('z.enum(values).max(longest)', 'z'))
})

test('a module without schemas stays as it is', () => {
  const code = `import { paths } from './paths.ts'
import { unused } from './side-effect.ts'
export const home = paths.home()`
  expect(written(code)).toBe(code)
})
