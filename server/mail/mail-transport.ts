import { createTransport } from 'nodemailer'
import type { RenderedMail } from './render-mail.ts'

export type Message = RenderedMail & {
  readonly id: string
  readonly to: string
  readonly date: Date
  /** For the headers by which mail programs offer to unsubscribe; null for mails without a switch. */
  readonly unsubscribeLink: string | null
}

/** An SMTP server, or none; then mails are kept in the database for /dev/mailbox. */
export type MailTransport =
  | { readonly kind: 'smtp'; send(message: Message): Promise<void>; close(): void }
  | { readonly kind: 'kept'; close(): void }

/** One click in the mail program (RFC 8058): it posts to this address. */
const unsubscribeHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

export function openMailTransport({
  smtpUrl,
  mailFrom,
}: {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
}): MailTransport {
  if (!smtpUrl) return { kind: 'kept', close: () => {} }
  const { hostname, username } = new URL(smtpUrl)
  const transport = createTransport({
    pool: true,
    url: smtpUrl,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    // A password is never sent unencrypted. Options in the query of SMTP_URL take precedence.
    requireTLS: username !== '' && !loopback.test(hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^@>\s]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost'
  return {
    kind: 'smtp',
    send: async ({ id, to, date, subject, text, html, unsubscribeLink }) => {
      await transport.sendMail({
        from: mailFrom,
        to: { name: '', address: to },
        subject,
        text,
        html,
        date,
        // The same Message-ID at every attempt, so that mail clients show a duplicate once.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeLink && unsubscribeHeaders(unsubscribeLink)) },
      })
    },
    close: () => transport.close(),
  }
}
