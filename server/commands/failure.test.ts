import { expect, test } from 'vitest'
import { explain } from './failure.ts'

test.each([
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['The server does not support SSL connections', undefined],
  ["Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('a database without acceptable TLS (%s) is one sentence', (message, code) => {
  expect(explain(Object.assign(new Error(message), { code }))).toBe(
    `The database cannot be reached over TLS (${message}). Check sslmode and sslrootcert in DATABASE_URL.`,
  )
})
