import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import type { PayDetailFields } from '#domain/where-to-pay.ts'
import type { DataKeys } from './data-keys.ts'

const [nonceLength, tagLength] = [12, 16]

/** The row that details belong to: put into another row, they cannot be read. */
export type SealPlace = { readonly id: string; readonly circleId: string; readonly bankAccountId: string | null }

/** With ids as the database writes them, however a request spelled them. */
const boundTo = ({ id, circleId, bankAccountId }: SealPlace): Buffer =>
  Buffer.from(`where to pay ${id} ${circleId} ${bankAccountId ?? 'title company'}`.toLowerCase())

export type Sealed = { readonly keyId: string; readonly sealed: Buffer }

/** Encrypts with AES-256-GCM: nonce, text, tag. */
export function sealDetails(keys: DataKeys, place: SealPlace, details: PayDetailFields): Sealed {
  if (!keys.current) throw new Refusal('data_key_missing')
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', keys.current.key, nonce, { authTagLength: tagLength }).setAAD(boundTo(place))
  const text = Buffer.concat([cipher.update(JSON.stringify(details), 'utf8'), cipher.final()])
  return { keyId: keys.current.id, sealed: Buffer.concat([nonce, text, cipher.getAuthTag()]) }
}

/** Refuses what was changed since, is of another row, or is encrypted with a key that this server does not have. */
export function openDetails(keys: DataKeys, place: SealPlace, { keyId, sealed }: Sealed): PayDetailFields {
  const key = keys.byId.get(keyId)
  if (!key) throw new Refusal('data_key_missing')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    decipher.setAAD(boundTo(place)).setAuthTag(sealed.subarray(-tagLength))
    const text = Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
    return JSON.parse(text.toString('utf8')) as PayDetailFields
  } catch {
    throw new Refusal('pay_details_unreadable')
  }
}
