import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Delivery = {
  readonly to: readonly string[]
  readonly from: string
  readonly raw: string
  readonly mail: Email
  readonly user: unknown
}

/** Without authentication and TLS. */
export const open: SMTPServerOptions = { disabledCommands: ['AUTH', 'STARTTLS'] }

/** A real SMTP server on this machine that records deliveries. */
export type Smtp = { readonly port: number; readonly deliveries: Delivery[]; stop(): Promise<void> }

type Options = SMTPServerOptions & {
  /** Runs after a mail was received, before the server confirms it. */ readonly beforeAnswer?: () => Promise<void>
}

export async function startSmtp({ beforeAnswer, ...options }: Options = open, port = 0): Promise<Smtp> {
  const deliveries: Delivery[] = []
  const server = new SMTPServer({
    closeTimeout: 200,
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        deliveries.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          raw: raw.toString('utf8'),
          mail: await PostalMime.parse(raw),
          user: session.user,
        })
        await beforeAnswer?.()
        callback()
      })
    },
  })
  // Some tests kill the client in the middle of a mail.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    deliveries,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
