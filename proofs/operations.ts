import type { Method, TestApp } from '#server/testing/test-app.ts'

/** The part of JSON Schema that the API's document uses. */
export type Schema = {
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly format?: string
}

type Parameter = { readonly in: string; readonly name: string; readonly schema: Schema }

export type Operation = {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly query: readonly Parameter[]
  readonly body: Schema | null
}

type Described = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }

/** Every operation of the API, from its OpenAPI document. */
export async function operationsOf(testApp: TestApp): Promise<Operation[]> {
  const document = JSON.parse((await testApp.call(null, 'GET', '/api/openapi.json')).text) as {
    paths: Record<string, Record<string, Described>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase() as Method,
      path,
      query: parameters.filter((parameter) => parameter.in === 'query'),
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  )
}

export const writesOf = (operations: readonly Operation[]): Operation[] => operations.filter(({ method }) => method !== 'GET')

/** The path with every `{name}` filled in. */
export const pathWith = (path: string, valueFor: (name: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueFor(name))
