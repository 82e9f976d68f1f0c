import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts'

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>

function cborHead(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}

/** As much CBOR as an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (value instanceof Map)
    return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item as Cbor)])])
  const list = value as readonly Cbor[]
  return Buffer.concat([cborHead(4, list.length), ...list.map(cbor)])
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const entries: [number, Cbor][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  return cbor(new Map(entries))
}

const flag = { present: 0x01, verified: 0x04, synced: 0x18, attested: 0x40 }

/** What a test changes to make an answer that must be refused. */
export type Flaws = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string | null
  readonly format?: 'none' | 'packed'
  readonly certificates?: readonly Buffer[]
  readonly crossOriginIn?: string
}

export type SoftwarePasskey = {
  readonly credentialId: Buffer
  /** The answer of `navigator.credentials.create`. */
  attest(options: PasskeyCreationOptions, flaws?: Flaws): Attestation
  /** The answer of `navigator.credentials.get`. Each one counts. */
  assert(options: PasskeyRequestOptions, flaws?: Flaws): Assertion
}

/** An authenticator with one ES256 passkey, which answers as a browser at `origin` would. */
export function softwarePasskey(origin = 'http://localhost:3000', { counts = true, isSynced = false } = {}): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let counter = 0
  let userHandle = ''
  const clientData = (type: string, challenge: string, flaws: Flaws) => {
    const frame = flaws.crossOriginIn ? { crossOrigin: true, topOrigin: flaws.crossOriginIn } : { crossOrigin: false }
    return Buffer.from(
      JSON.stringify({ type: flaws.type ?? type, challenge: flaws.challenge ?? challenge, origin: flaws.origin ?? origin, ...frame }),
    )
  }
  const authenticatorData = (flaws: Flaws, attested: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(flaws.counter ?? counter)
    const flags =
      flag.present | (flaws.isVerified === false ? 0 : flag.verified) | (isSynced ? flag.synced : 0) | (attested.length ? flag.attested : 0)
    return Buffer.concat([sha256(flaws.rpId ?? new URL(origin).hostname), Buffer.from([flags]), count, attested])
  }
  const id = base64url(credentialId)
  return {
    credentialId,
    attest(options, flaws = {}) {
      userHandle = options.user.id
      const data = clientData('webauthn.create', options.challenge, flaws)
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255])
      const authData = authenticatorData(flaws, Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]))
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      const packed: [string, Cbor][] = [
        ['alg', -7],
        ['sig', signature],
        ...(flaws.certificates ? [['x5c', flaws.certificates] as [string, Cbor]] : []),
      ]
      const attestation: [string, Cbor][] = [
        ['fmt', flaws.format ?? 'none'],
        ['attStmt', new Map(flaws.format === 'packed' ? packed : [])],
        ['authData', authData],
      ]
      const attestationObject = base64url(cbor(new Map(attestation)))
      const response = { clientDataJSON: base64url(data), attestationObject, transports: ['internal'] }
      return { id, rawId: id, type: 'public-key', response }
    },
    assert(options, flaws = {}) {
      if (counts) counter += 1
      const data = clientData('webauthn.get', options.challenge, flaws)
      const authData = authenticatorData(flaws)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      const handle = flaws.userHandle === undefined ? userHandle : flaws.userHandle
      const response = {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        ...(handle !== null && { userHandle: handle }),
      }
      return { id, rawId: id, type: 'public-key', response }
    },
  }
}
