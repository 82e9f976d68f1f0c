import path from 'node:path'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { accountsRoutes } from '#server/features/accounts/accounts.routes.ts'
import { passkeysRoutes } from '#server/features/accounts/passkeys.routes.ts'
import { sessionsAdminRoutes } from '#server/features/accounts/sessions.admin.routes.ts'
import { usersAdminRoutes } from '#server/features/accounts/users.admin.routes.ts'
import { acquisitionRoutes } from '#server/features/acquisition/acquisition.routes.ts'
import { adminRoutes } from '#server/features/admin/admin.routes.ts'
import { bankFileRoutes } from '#server/features/book/bank-file.routes.ts'
import { bookRoutes } from '#server/features/book/book.routes.ts'
import { brokersRoutes } from '#server/features/brokers/brokers.routes.ts'
import { calendarRoutes } from '#server/features/calendar/calendar.routes.ts'
import { callsRoutes } from '#server/features/calls/calls.routes.ts'
import { circlesAdminRoutes } from '#server/features/circles/circles.admin.routes.ts'
import { circlesRoutes } from '#server/features/circles/circles.routes.ts'
import { ownershipRoutes } from '#server/features/circles/ownership.routes.ts'
import { configRoutes } from '#server/features/config/config.routes.ts'
import { crashReportsRoutes } from '#server/features/crash-reports/crash-reports.routes.ts'
import { decidingRoutes } from '#server/features/deciding/deciding.routes.ts'
import { motionsRoutes } from '#server/features/deciding/motions.routes.ts'
import { votingRoutes } from '#server/features/deciding/voting.routes.ts'
import { devMailboxRoutes } from '#server/features/dev-mailbox/dev-mailbox.routes.ts'
import { distributionsRoutes } from '#server/features/distributions/distributions.routes.ts'
import { documentsRoutes } from '#server/features/documents/documents.routes.ts'
import { echoRoutes } from '#server/features/echo/echo.routes.ts'
import { diskRoutes } from '#server/features/files/disk.routes.ts'
import { filesRoutes } from '#server/features/files/files.routes.ts'
import { firstStepsRoutes } from '#server/features/first-steps/first-steps.routes.ts'
import { followsRoutes } from '#server/features/follows/follows.routes.ts'
import { invitationsRoutes } from '#server/features/invitations/invitations.routes.ts'
import { ledgerRoutes } from '#server/features/ledger/ledger.routes.ts'
import { locationsRoutes } from '#server/features/locations/locations.routes.ts'
import { membershipAdminRoutes } from '#server/features/membership/membership.admin.routes.ts'
import { membershipRoutes } from '#server/features/membership/membership.routes.ts'
import { pastCirclesRoutes } from '#server/features/membership/past-circles.routes.ts'
import { welcomeRoutes } from '#server/features/membership/welcome.routes.ts'
import { needsYouRoutes } from '#server/features/needs-you/needs-you.routes.ts'
import { noticesRoutes } from '#server/features/notices/notices.routes.ts'
import { oneClickRoute, unsubscribeRoutes } from '#server/features/notices/unsubscribe.routes.ts'
import { offersRoutes } from '#server/features/offers/offers.routes.ts'
import { profileRoutes } from '#server/features/profile/profile.routes.ts'
import { propertiesAdminRoutes } from '#server/features/properties/properties.admin.routes.ts'
import { propertiesRoutes } from '#server/features/properties/properties.routes.ts'
import { pushesRoutes } from '#server/features/pushes/pushes.routes.ts'
import { questionsRoutes } from '#server/features/questions/questions.routes.ts'
import { reportsRoutes } from '#server/features/reports/reports.routes.ts'
import { saleRoutes } from '#server/features/sale/sale.routes.ts'
import { savedSearchesRoutes } from '#server/features/search/saved-searches.routes.ts'
import { searchRoutes } from '#server/features/search/search.routes.ts'
import { openingOf } from '#server/features/share-page/opening.ts'
import { sharePageRoutes } from '#server/features/share-page/share-page.routes.ts'
import { siteFileRoutes } from '#server/features/share-page/site-files.routes.ts'
import { statementsRoutes } from '#server/features/statements/statements.routes.ts'
import { streamRoutes } from '#server/features/stream/stream.routes.ts'
import { threadsRoutes } from '#server/features/threads/threads.routes.ts'
import { verificationAdminRoutes } from '#server/features/verification/verification.admin.routes.ts'
import { verificationRoutes } from '#server/features/verification/verification.routes.ts'
import { waitingListRoutes } from '#server/features/waiting-list/waiting-list.routes.ts'
import { whereToPayRoutes } from '#server/features/where-to-pay/where-to-pay.routes.ts'
import { wishesRoutes } from '#server/features/wishes/wishes.routes.ts'
import { answerFailures, sendRefusal } from '#server/http/answers.ts'
import { guardEveryRoute } from '#server/http/authenticate.ts'
import { limitBodyTime, slowestRequest } from '#server/http/body-time.ts'
import { stripForwardedPorts } from '#server/http/forwarded-for.ts'
import { closeIdleConnections } from '#server/http/graceful-shutdown.ts'
import { addHealth, addMetrics, refuseUntilReady } from '#server/http/health.ts'
import { describeApi } from '#server/http/openapi.ts'
import { servePage } from '#server/http/page.ts'
import { addSecurityHeaders, type OutsideHosts, strictHeaders } from '#server/http/security-headers.ts'
import { serializerCompiler } from '#server/http/serializer.ts'
import { shedLoad } from '#server/http/shed-load.ts'
import { warnAboutRemoteRequests, warnAboutUntrustedProxy } from '#server/http/this-machine.ts'
import { setPlainValidationMessages } from '#server/http/validation-messages.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { auditRefusal } from '#server/shared/audit/audit-refusal.ts'
import { type CircleCache, circleCache } from '#server/shared/circles/circle-cache.ts'
import { followCircleChanges } from '#server/shared/circles/circle-changes.ts'
import { introducedCircles } from '#server/shared/circles/introduced-circle.ts'
import { requireAttachable } from '#server/shared/files/attachable-file.ts'
import { beforeRequests } from '#server/shared/presence/before-requests.ts'
import { scrubSecrets } from './scrub-secrets.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'

const secretHeaders = ['authorization', 'x-refresh-token', 'x-current-password', 'cookie'].map((name) => `req.headers["${name}"]`)

/** URLs may contain an invite or a signature, so they are scrubbed before logging. */
const describeRequest = ({ method, url, host, ip }: FastifyRequest) => ({ method, url: scrubSecrets(url), host, remoteAddress: ip })

/** Registers every feature on one server; does not listen yet. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { db, keys, settings, phase } = services
  const { trustProxy } = settings
  const headers = strictHeaders(outsideHosts(settings, services.files.origins))
  const app = fastify({
    logger: { level: settings.logLevel, redact: secretHeaders, serializers: { req: describeRequest } },
    genReqId: () => newId(),
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 2_000 },
    exposeHeadRoutes: false,
    requestTimeout: slowestRequest,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    forceCloseConnections: 'idle',
    // A URL that cannot be decoded reaches no route, hook or error handler, so it is answered here in the usual format.
    frameworkErrors: (_error, _request, reply) => sendRefusal(reply.headers(headers), new Refusal('malformed')),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  setPlainValidationMessages()
  app.setSerializerCompiler(serializerCompiler)

  closeIdleConnections(app)
  stripForwardedPorts(app)
  if (settings.mode === 'demo') warnAboutRemoteRequests(app)
  else if (trustProxy === false) warnAboutUntrustedProxy(app)
  addSecurityHeaders(app, headers)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  answerFailures(app, (request, refusal) => auditRefusal(db, request, refusal))
  refuseUntilReady(app, phase)
  shedLoad(app)
  guardEveryRoute(app, db, keys, beforeRequests(db, settings))
  limitBodyTime(app)
  addHealth(app, db, phase)
  addMetrics(app, settings.publicUrl)
  await describeApi(app, services.version, settings.publicUrl)
  const changes = followCircleChanges(db)
  const circles = circleCache(db, changes)
  const findIntroduced = introducedCircles(db, circles)
  const stopListening = services.live.listen({ onLost: changes.forget })
  app.addHook('onClose', async () => stopListening())
  await app.register(async (api) => addFeatures(api, services, circles), { prefix: '/api' })
  await app.register(searchRoutes({ db, changes, circles, findIntroduced, limiter: services.limiter }), {
    prefix: '/api',
  })
  await app.register(devMailboxRoutes({ db, isDemo: settings.mode === 'demo', sendsMail: settings.smtpUrl !== undefined }))
  await app.register(sharePageRoutes(db))
  await app.register(siteFileRoutes({ db, publicUrl: settings.publicUrl, supportEmail: settings.supportEmail }))
  await app.register(oneClickRoute({ db, keys, limiter: services.limiter }))
  await servePage(app, path.join(services.root, 'dist/web'), openingOf({ db, publicUrl: settings.publicUrl, findIntroduced }))
  await app.ready()
  return app
}

async function addFeatures(api: FastifyInstance, services: Services, circles: CircleCache): Promise<void> {
  const { db, keys, limiter, live, files, settings, version } = services
  const { publicUrl, supportEmail, accessTokenSeconds } = settings
  await api.register(echoRoutes(version))
  await api.register(crashReportsRoutes({ db, limiter }))
  await api.register(
    configRoutes({
      mapTileUrl: settings.mapTileUrl,
      supportEmail,
      isDemo: settings.mode === 'demo',
      noticeSeconds: settings.noticeSeconds,
    }),
  )
  const signingIn = { db, limiter, maker: { keys, accessTokenSeconds }, publicUrl, supportEmail }
  await api.register(accountsRoutes(signingIn))
  await api.register(passkeysRoutes(signingIn))
  await api.register(circlesRoutes({ db, circles, publicUrl }))
  await api.register(ownershipRoutes({ db, keys, publicUrl }))
  await api.register(membershipRoutes({ db, circles, publicUrl }))
  await api.register(welcomeRoutes(db))
  await api.register(pastCirclesRoutes(db))
  await api.register(waitingListRoutes(db))
  await api.register(invitationsRoutes({ db, keys, limiter, publicUrl }))
  await api.register(firstStepsRoutes(db))
  await api.register(followsRoutes(db))
  await api.register(questionsRoutes({ db, limiter, publicUrl }))
  await api.register(savedSearchesRoutes(db))
  await api.register(wishesRoutes({ db, keys }))
  await api.register(ledgerRoutes(db))
  await api.register(streamRoutes({ db, live }))
  const attachPicture = (tx: Tx, actor: Actor, key: string) => requireAttachable(tx, files, actor, key, ['image'])
  await api.register(filesRoutes({ db, limiter, store: files, settings }))
  if (files.kind === 'disk') await api.register(diskRoutes(db, files))
  const saving = { attach: attachPicture, noticeSeconds: settings.noticeSeconds, publicUrl }
  await api.register(propertiesRoutes({ db, saving }))
  await api.register(votingRoutes({ db, limiter, publicUrl }))
  await api.register(decidingRoutes({ db, noticeSeconds: settings.noticeSeconds, publicUrl }))
  await api.register(threadsRoutes({ db, limiter }))
  await api.register(callsRoutes({ db, publicUrl, noticeSeconds: settings.noticeSeconds }))
  await api.register(offersRoutes({ db, limiter, publicUrl, noticeSeconds: settings.noticeSeconds }))
  await api.register(documentsRoutes({ db, limiter, publicUrl, store: files }))
  await api.register(motionsRoutes({ db, limiter, publicUrl, noticeSeconds: settings.noticeSeconds }))
  await api.register(whereToPayRoutes({ db, keys: services.dataKeys, publicUrl, noticeSeconds: settings.noticeSeconds }))
  await api.register(acquisitionRoutes({ db, publicUrl, noticeSeconds: settings.noticeSeconds }))
  await api.register(saleRoutes({ db, publicUrl, noticeSeconds: settings.noticeSeconds }))
  await api.register(bookRoutes({ db, publicUrl, noticeSeconds: settings.noticeSeconds }))
  await api.register(distributionsRoutes({ db, publicUrl, noticeSeconds: settings.noticeSeconds }))
  await api.register(statementsRoutes({ db, publicUrl }))
  await api.register(bankFileRoutes({ db, keys, limiter, publicUrl, noticeSeconds: settings.noticeSeconds }))
  await api.register(calendarRoutes({ db, keys, limiter, publicUrl }))
  await api.register(noticesRoutes(db))
  await api.register(pushesRoutes({ db, limiter, publicKey: services.pushKeys.publicKey, toAnyHost: settings.pushesToAnyHost }))
  await api.register(unsubscribeRoutes({ db, keys, limiter }))
  await api.register(needsYouRoutes(db))
  await api.register(usersAdminRoutes({ db, keys, site: settings }))
  await api.register(sessionsAdminRoutes(db))
  await api.register(verificationAdminRoutes({ db, keys, site: settings }))
  await api.register(circlesAdminRoutes({ db, publicUrl }))
  await api.register(membershipAdminRoutes({ db, publicUrl }))
  await api.register(propertiesAdminRoutes({ db, saving }))
  await api.register(adminRoutes(db))
  await api.register(reportsRoutes({ db, limiter }))
  await api.register(brokersRoutes(db))
  await api.register(locationsRoutes({ db, limiter }))
  await api.register(verificationRoutes({ db, limiter, publicUrl, files }))
  await api.register(profileRoutes({ db, limiter, publicUrl, files }))
}

const originOfUrl = (url: string | undefined): string[] => (url && URL.canParse(url) ? [new URL(url).origin] : [])

const outsideHosts = (settings: Settings, files: readonly string[]): OutsideHosts => ({
  tiles: originOfUrl(settings.mapTileUrl.replace('{s}.', '*.').replaceAll(/[{}]/g, '')),
  files,
  isHttps: settings.publicUrl.startsWith('https://'),
})
