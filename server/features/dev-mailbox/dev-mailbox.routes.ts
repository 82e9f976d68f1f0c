import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import { anyone } from '#server/http/guards.ts'
import { fromElsewhere } from '#server/http/this-machine.ts'
import { findMail, readNewestMails } from './kept-mails.store.ts'

type Services = { readonly db: Database; readonly isDemo: boolean; readonly sendsMail: boolean }

/** Mails that demo mode stores instead of sending. They contain links that open accounts, hence the strict access checks. */
export function devMailboxRoutes({ db, isDemo, sendsMail }: Services): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (!isDemo || fromElsewhere(request)) throw new Refusal('not_found')
      reply.header('cache-control', 'no-store')
    })
    const options = { config: { guard: anyone }, schema: { hide: true } }

    app.get(
      '/dev/mailbox.json',
      { ...options, schema: { hide: true, querystring: z.object({ to: z.string().optional() }) } },
      async (request) => {
        const mails = await readNewestMails(db, request.query.to)
        return mails.map(({ to, subject, text, html, createdAt }) => ({ to, subject, text, html, createdAt }))
      },
    )
    app.get('/dev/mailbox', options, async (_request, reply) => {
      const mails = await readNewestMails(db)
      const { mailboxPage } = await import('./mailbox-page.tsx')
      return reply.type('text/html; charset=utf-8').send(mailboxPage({ mails, open: mails[0], sendsMail }))
    })
    app.get('/dev/mailbox/:id', { ...options, schema: { hide: true, params: z.object({ id: z.string() }) } }, async (request, reply) => {
      const open = await findMail(db, request.params.id)
      if (!open) throw new Refusal('not_found')
      const { mailboxPage } = await import('./mailbox-page.tsx')
      return reply.type('text/html; charset=utf-8').send(mailboxPage({ mails: await readNewestMails(db), open, sendsMail }))
    })
  }
}
