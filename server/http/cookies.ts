import type { FastifyRequest } from 'fastify'

/** The value of a cookie; '' without it. */
export function readCookie(request: FastifyRequest, name: string): string {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

/** For our own cookies: scripts can't read them, and other sites can't have them sent. */
export const strictCookie = (name: string, value: string, path: string, seconds: number, isHttps: boolean): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
