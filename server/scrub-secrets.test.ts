import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scrubSecrets } from './scrub-secrets.ts'

const linkToken = randomBytes(32).toString('base64url')
const refreshToken = randomBytes(52).toString('base64url')
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-_'

describe('secrets are removed from stored and logged texts', () => {
  test.each([
    ['a reset link', `/reset-password?token=${linkToken}&id=7`, '/reset-password?token=[removed]&id=7'],
    [
      'a link inside an address',
      `/login?redirect=%2Fx%3Ftoken%3D${linkToken}%26id%3D7`,
      '/login?redirect=%2Fx%3Ftoken%3D[removed]%26id%3D7',
    ],
    ['an access token', `sent ${jwt} twice`, 'sent [removed] twice'],
    ['a refresh token', `sent ${refreshToken} twice`, 'sent [removed] twice'],
    ['a header', `Authorization: Bearer ${jwt}\nHost: x`, 'Authorization: [removed]\nHost: x'],
    ['the refresh header', 'X-Refresh-Token: abc\nHost: x', 'X-Refresh-Token: [removed]\nHost: x'],
    ['headers as JSON', '{"authorization":"Bearer abc","accept":"*"}', '{"authorization":"[removed]","accept":"*"}'],
    ['a body as JSON', '{"password": "Secret words 1!", "email": "a@b.example"}', '{"password": [removed], "email": "a@b.example"}'],
    [
      'a body inside a text of JSON',
      String.raw`{"body":"{\"password\":\"Secret 1!\",\"a\":1}"}`,
      String.raw`{"body":"{\"password\":[removed],\"a\":1}"}`,
    ],
    ['a stored token', "accessToken='abc'; refresh_token=xyz", 'accessToken=[removed]; refresh_token=[removed]'],
    ['a signed address', 'https://s3.example/a?X-Amz-Signature=00ff&x=1', 'https://s3.example/a?X-Amz-Signature=[removed]&x=1'],
    ['an invite', '/circle-public/7?invite=abcdef&x=1', '/circle-public/7?invite=[removed]&x=1'],
    ['a calendar address', `/api/public/calendar/${linkToken}.ics`, '/api/public/calendar/[removed].ics'],
    ['credentials in an address', 'smtp://robin:hunter2@mail.example:25', 'smtp://[removed]@mail.example:25'],
  ])('%s', (_what, text, scrubbed) => {
    expect(scrubSecrets(text)).toBe(scrubbed)
  })

  test('a one-time token without context', () => {
    // A few random tokens lack a digit or a case; these have all three.
    const token = `aB3${linkToken.slice(3)}`
    expect(scrubSecrets(`copied ${token} here`)).toBe('copied [removed] here')
  })
})

test('details that help to fix a crash stay', () => {
  const text = `TypeError: Cannot read properties of undefined (reading 'token')
    at CircleMembershipInvestmentAmountSliderWithShares (https://arcstead.example/assets/index-BwQ8xYz1.js:10:2201)
    circle 01890a5d-ac96-774b-bcce-b302099a8057, Unexpected token < in JSON at position 0`
  expect(scrubSecrets(text)).toBe(text)
})
