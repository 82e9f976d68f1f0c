import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import { anyone } from '#server/http/guards.ts'
import { findMail, newestMails } from './kept-mails.store.ts'

type Means = { readonly db: Database; readonly isDemo: boolean; readonly sendsMail: boolean }

const loopbackAddress = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * The very machine, asked for by its own name. The socket's address is read, not the one a proxy reports; a foreign
 * name that was made to point here, or a request that came through a proxy, is from outside all the same.
 */
const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  loopbackAddress.test(socket.remoteAddress ?? '') && localHost.test(headers.host ?? '') && forwarding.every((name) => !headers[name])

/** Mails that a demonstration keeps instead of sending. They hold links that open accounts, hence the walls. */
export function devMailboxRoutes({ db, isDemo, sendsMail }: Means): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (!isDemo || !isFromThisMachine(request)) throw new Refusal('not_found')
      reply.header('cache-control', 'no-store')
    })
    const options = { config: { guard: anyone }, schema: { hide: true } }

    app.get(
      '/dev/mailbox.json',
      { ...options, schema: { hide: true, querystring: z.object({ to: z.string().optional() }) } },
      async (request) => {
        const mails = await newestMails(db, request.query.to)
        return mails.map(({ to, subject, text, html, createdAt }) => ({ to, subject, text, html, createdAt }))
      },
    )
    app.get('/dev/mailbox', options, async (_request, reply) => {
      const mails = await newestMails(db)
      const { mailboxPage } = await import('./mailbox-page.tsx')
      return reply.type('text/html; charset=utf-8').send(mailboxPage({ mails, open: mails[0], sendsMail }))
    })
    app.get('/dev/mailbox/:id', { ...options, schema: { hide: true, params: z.object({ id: z.string() }) } }, async (request, reply) => {
      const open = await findMail(db, request.params.id)
      if (!open) throw new Refusal('not_found')
      const { mailboxPage } = await import('./mailbox-page.tsx')
      return reply.type('text/html; charset=utf-8').send(mailboxPage({ mails: await newestMails(db), open, sendsMail }))
    })
  }
}
