import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { changeSearchRequest, savedSearchList, savedSearchReply, saveSearchRequest } from '#contract/saved-searches.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { changeSearch, deleteSearch, readSavedSearches, requireOwnSearch, saveSearch } from './saved-searches.ts'

const config = { guard: signedIn }
const params = z.object({ id: z.string() })

export function savedSearchesRoutes(db: Database): FastifyPluginAsyncZod {
  const requireOwn = async (request: FastifyRequest): Promise<void> =>
    requireOwnSearch(db, actorOf(request).id, (request.params as z.infer<typeof params>).id)
  return async (app) => {
    app.get(
      '/app/saved-search',
      { config, schema: { summary: 'My saved searches', response: { 200: savedSearchList } } },
      async (request) => ok(await readSavedSearches(db, actorOf(request).id)),
    )
    app.post(
      '/app/saved-search',
      {
        config,
        schema: {
          summary: 'Save a search: be told of new circles that it finds',
          refuses: [409, 422],
          body: saveSearchRequest,
          response: { 200: savedSearchReply },
        },
      },
      async (request) => ok(await idempotentTransaction(db, request, (tx) => saveSearch(tx, actorOf(request), request.body))),
    )
    app.put(
      '/app/saved-search/:id',
      {
        config,
        preValidation: requireOwn,
        schema: {
          summary: 'Whether new matches of a saved search are mailed',
          refuses: [404, 422],
          params,
          body: changeSearchRequest,
          response: { 200: savedSearchReply },
        },
      },
      async (request) =>
        ok(await idempotentTransaction(db, request, (tx) => changeSearch(tx, actorOf(request), request.params.id, request.body.byMail))),
    )
    app.delete(
      '/app/saved-search/:id',
      {
        config,
        preValidation: requireOwn,
        schema: { summary: 'Delete a saved search', refuses: [404, 422], params, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await idempotentTransaction(db, request, (tx) => deleteSearch(tx, actorOf(request), request.params.id))
        return reply.code(204).send(null)
      },
    )
  }
}
