import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { crashReportReply, crashReportRequest } from '#contract/crash-reports.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { originOf } from '#server/http/authenticate.ts'
import { anyoneKnown, signedIn } from '#server/http/guards.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { reportCrash } from './report-crash.ts'

// The page calls `log/crash-report`; the other paths are from the specification.
const paths = [
  ['/log/crash-report', anyoneKnown],
  ['/public/log/crash-report', anyoneKnown],
  ['/public/submit-crash-report', anyoneKnown],
  ['/app/submit-crash-report', signedIn],
] as const

export function crashReportsRoutes(services: { readonly db: Database; readonly limiter: RateLimiter }): FastifyPluginAsyncZod {
  return async (app) => {
    for (const [url, guard] of paths) {
      app.post(
        url,
        {
          config: { guard },
          bodyLimit: 64 * 1024,
          schema: {
            summary: 'Report a crash, or add to a report',
            refuses: [404, 429],
            body: crashReportRequest,
            response: { 200: crashReportReply },
          },
        },
        async (request) => ok(await reportCrash(services, request.body, request.actor, originOf(request))),
      )
    }
  }
}
