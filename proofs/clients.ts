import { request as ask } from 'node:http'
import { connect, type Socket } from 'node:net'

export type TimedAnswer = { readonly status: number | null; readonly ms: number }

/** One request and its duration; status null if the connection broke or was refused. */
export async function timed(url: string, init: RequestInit = {}): Promise<TimedAnswer> {
  const start = performance.now()
  const status = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => null,
  )
  return { status, ms: performance.now() - start }
}

/** A connection that sends this text and then nothing, until it is ended. */
export function rawConnection(url: string, said: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(said)
      resolve(socket)
    })
    socket.on('error', reject)
  })
}

/** The status of a request with these headers. */
export function statusWith(url: string, headers: Readonly<Record<string, string>>): Promise<number | null> {
  return new Promise((resolve) => {
    const request = ask(url, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? null)
    })
    request.on('error', () => resolve(null))
    request.end()
  })
}

export function countOf(answers: readonly TimedAnswer[]): string {
  const counts = new Map<string, number>()
  for (const { status } of answers) counts.set(String(status ?? 'no answer'), (counts.get(String(status ?? 'no answer')) ?? 0) + 1)
  return [...counts]
    .toSorted()
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}
