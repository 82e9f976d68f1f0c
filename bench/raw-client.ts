import { createConnection, type Socket } from 'node:net'

/** One connection with minimal HTTP, so that the client does not become the bottleneck. */
export type RawClient = { send(request: string): Promise<{ status: number; body: string }>; close(): void }

export async function openRawClient(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url)
  const socket: Socket = createConnection({ host: hostname, port: Number(port), noDelay: true })
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  let received = ''
  let settle: ((answer: { status: number; body: string }) => void) | null = null
  let fail: (error: Error) => void = () => {}

  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    received += text
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? 0)
    if (Buffer.byteLength(received) - Buffer.byteLength(received.slice(0, head + 4)) < length) return
    const answer = { status: Number(received.slice(9, 12)), body: received.slice(head + 4) }
    received = ''
    settle?.(answer)
  })
  socket.on('error', (error) => fail(error))
  socket.on('close', () => fail(new Error('the server closed the connection')))
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        settle = resolve
        fail = reject
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}
