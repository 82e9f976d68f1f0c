import type { Token } from '#contract/accounts.ts'

/** Apart from the test app, because benchmarks run without Vitest. */
export const authHeaders = (token: Token): Record<string, string> => ({
  authorization: `${token.tokenType} ${token.accessToken}`,
  'x-refresh-token': token.refreshToken,
})
