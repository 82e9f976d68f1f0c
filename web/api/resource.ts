import type { z } from 'zod'
import { type Answer, api } from './client.ts'

/** `{endpoint}` or `{endpoint}/{id}`: where a form loads from and submits to. */
const pathOf = (endpoint: string, id: string | undefined) => (id === undefined ? endpoint : `${endpoint}/${encodeURIComponent(id)}`)

type Place<Data> = { readonly endpoint: string; readonly id?: string; readonly schema: z.ZodType<Answer<Data>> }

export const loadResource = <Data>({ endpoint, id, schema }: Place<Data>, signal?: AbortSignal): Promise<Data> =>
  api.get(pathOf(endpoint, id), schema, { signal })

export const submitResource = <Data>({ endpoint, id, schema }: Place<Data>, values: object, extra: object = {}): Promise<Data> =>
  api.post(pathOf(endpoint, id), { ...values, ...extra }, schema)
