import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Token } from '#contract/accounts.ts'
import { authHeaders, test as housed, startTestApp, type TestApp } from '#server/testing/test-app.ts'

const refresh = (testApp: TestApp, token: Token) => testApp.call({ token }, 'GET', 'auth/refresh')
const nextOf = async (testApp: TestApp, token: Token) => (await refresh(testApp, token)).data<Token>()

describe('refreshing', () => {
  housed('survives any number of parallel callers: all get one and the same successor', async ({ testApp }) => {
    let { token } = await testApp.seed.investor()
    for (let round = 0; round < 10; round++) {
      const current: Token = token
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(testApp, current)))
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
      const successors = new Set(answers.map((answer) => answer.data<Token>().refreshToken))
      expect(successors.size).toBe(1)
      token = answers[0]?.data<Token>() ?? token
    }
    expect((await testApp.call({ token }, 'GET', 'auth/whoami')).status).toBe(200)
  })

  housed('repeats the successor to the immediate parent, and ends the family for anything older', async ({ testApp }) => {
    const first = (await testApp.seed.investor()).token
    const second = await nextOf(testApp, first)
    expect((await nextOf(testApp, first)).refreshToken).toBe(second.refreshToken)
    const third = await nextOf(testApp, second)
    expect((await refresh(testApp, first)).status).toBe(401)
    for (const token of [second, third]) {
      expect((await refresh(testApp, token)).status).toBe(401)
      expect((await testApp.call({ token }, 'GET', 'auth/whoami')).status).toBe(401)
    }
    const stolen = await testApp.db.selectFrom('audit_log').select('id').where('act', '=', 'session.stolen').execute()
    expect(stolen.length).toBe(1)
  })

  housed('takes a parent shown after the grace time for a copy', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    const next = await nextOf(testApp, person.token)
    await testApp.db
      .updateTable('sessions')
      .set({ rotated_at: new Date(Date.now() - 31_000) })
      .where('user_id', '=', person._id)
      .execute()
    expect((await refresh(testApp, person.token)).status).toBe(401)
    expect((await refresh(testApp, next)).status).toBe(401)
  })

  housed('takes turns with logout: after it, no race brings the session back', async ({ testApp }) => {
    for (let round = 0; round < 10; round++) {
      const person = await testApp.seed.investor()
      const [, ...answers] = await Promise.all([
        testApp.call(person, 'POST', 'auth/logout'),
        ...Array.from({ length: 5 }, () => refresh(testApp, person.token)),
      ])
      for (const answer of answers.filter((each) => each.status === 200)) {
        expect((await testApp.call({ token: answer.data<Token>() }, 'GET', 'auth/whoami')).status).toBe(401)
      }
    }
  })

  housed('names what is missing', async ({ testApp }) => {
    const { token } = await testApp.seed.investor()
    const { authorization, 'x-refresh-token': refreshToken } = authHeaders(token) as Record<'authorization' | 'x-refresh-token', string>
    const errorOf = async (path: string, headers: Record<string, string>) =>
      (await testApp.call(null, 'GET', path, undefined, headers)).body.error
    expect(await errorOf('auth/whoami', {})).toBe('Missing tokens')
    expect(await errorOf('auth/whoami', { 'x-refresh-token': refreshToken })).toBe('Missing access token')
    expect(await errorOf('auth/refresh', {})).toBe('Missing tokens')
    expect(await errorOf('auth/refresh', { authorization })).toBe('Missing refresh token')
  })

  housed('refuses tokens that are forged, altered, or of the other kind', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    const { accessToken, refreshToken } = person.token
    const forge = (key: Uint8Array, claims: Record<string, unknown>, header: Record<string, string>) =>
      new SignJWT({ sid: 'x', ...claims })
        .setProtectedHeader({ alg: 'HS256', ...header })
        .setSubject(person._id)
        .setExpirationTime('1h')
        .sign(key)
    const [head, body, signature] = accessToken.split('.')
    const mutants = [
      refreshToken,
      `${head}.${body}.`,
      `${head}.${body}.${signature?.slice(0, -2)}AA`,
      `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`,
      await forge(new Uint8Array(32), { aud: 'arcstead', iss: 'arcstead' }, { typ: 'at+jwt' }),
      await forge(testApp.services.keys.access, { aud: 'other', iss: 'arcstead' }, { typ: 'at+jwt' }),
      await forge(testApp.services.keys.access, { aud: 'arcstead', iss: 'arcstead' }, { typ: 'JWT' }),
      'x',
    ]
    for (const mutant of mutants) {
      const answer = await testApp.call({ token: { ...person.token, accessToken: mutant } }, 'GET', 'auth/whoami')
      expect(answer.status).toBe(401)
    }
    for (const mutant of [accessToken, `${refreshToken}A`, refreshToken.slice(0, -1), 'x']) {
      expect((await refresh(testApp, { ...person.token, refreshToken: mutant })).status).toBe(401)
    }
    expect((await refresh(testApp, person.token)).status).toBe(200)
  })
})

test('an expired access token answers 302 with shouldRefresh, without Location, never cached', async () => {
  const testApp = await startTestApp({ ACCESS_TOKEN_SECONDS: '4' })
  try {
    const person = await testApp.seed.investor()
    await new Promise((resolve) => setTimeout(resolve, 5_100))
    const answer = await testApp.call(person, 'GET', 'auth/whoami')
    expect(answer.status).toBe(302)
    expect(answer.data()).toEqual({ shouldRefresh: true })
    expect(answer.headers.location).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
    const renewed = (await testApp.call(person, 'GET', 'auth/refresh')).data<Token>()
    expect((await testApp.call({ token: renewed }, 'GET', 'auth/whoami')).status).toBe(200)
  } finally {
    await testApp.close()
  }
})
