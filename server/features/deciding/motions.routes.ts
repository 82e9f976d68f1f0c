import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  claimRequest,
  conflictRequest,
  motionBasisReply,
  motionListReply,
  motionQuery,
  motionReply,
  motionVoteRequest,
  proposeMotionRequest,
  stageReply,
} from '#contract/motions.ts'
import { mayDecide, mayReadInside, mayReadMotions } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { refuseForeignPerson } from '#server/http/own-id.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { answerClaim } from './answer-claim.ts'
import { changeMotion } from './change-motion.ts'
import { declareConflict } from './declare-conflict.ts'
import { proposeMotion } from './propose-motion.ts'
import { type MotionReader, readMotion, readMotionBasis, readMotions } from './read-motions.ts'
import { readStageLine } from './read-stage-line.ts'
import { voteOnMotion } from './vote-on-motion.ts'
import { withdrawMotion } from './withdraw-motion.ts'

const params = z.object({ circleId: z.string() })
const motionParams = params.extend({ motionId: z.string() })

type Parts = { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string; readonly noticeSeconds: number }

/** What a circle decides besides properties. For its members only; brokers and administrators do not read motions. */
export function motionsRoutes({ db, limiter, publicUrl, noticeSeconds }: Parts): FastifyPluginAsyncZod {
  const proposing = { publicUrl, noticeSeconds }
  const requireMember = requireIn(db, 'circleId', mayDecide)
  const readerOf = (request: FastifyRequest): MotionReader => ({ id: actorOf(request).id, isMember: true, noticeSeconds })
  const readNow = ({ circleId, motionId }: z.infer<typeof motionParams>, reader: MotionReader) =>
    snapshot(db, (tx) => readMotion(tx, circleId, motionId, reader))
  const read = { config: { guard: signedIn }, preValidation: requireIn(db, 'circleId', mayReadMotions) }
  const write = { config: { guard: verifiedInvestor }, preValidation: requireMember }
  /** A word on a motion is the caller's own. */
  const speak = {
    config: { guard: verifiedInvestor },
    preValidation: async (request: FastifyRequest) => {
      refuseForeignPerson(request, ['user'])
      await requireMember(request)
    },
  }

  return async (app) => {
    app.get(
      '/app/circle/:circleId/stage',
      {
        config: { guard: signedIn },
        // It has counts only.
        preValidation: requireIn(db, 'circleId', mayReadInside),
        schema: {
          summary: 'The stage of a circle, when each began, and what comes next',
          refuses: [403],
          params,
          response: { 200: stageReply },
        },
      },
      async (request) => ok(await snapshot(db, (tx) => readStageLine(tx, request.params.circleId, actorOf(request), noticeSeconds))),
    )
    app.get(
      '/app/motion/:circleId',
      {
        ...read,
        schema: {
          summary: 'The motions of my circle',
          refuses: [403],
          params,
          querystring: motionQuery,
          response: { 200: motionListReply },
        },
      },
      async (request) =>
        ok(await snapshot(db, (tx) => readMotions(tx, request.params.circleId, readerOf(request), request.query.page ?? 1))),
    )
    app.get(
      '/app/motion/:circleId/basis',
      {
        ...read,
        schema: { summary: 'What a new motion would be counted by', refuses: [403], params, response: { 200: motionBasisReply } },
      },
      async (request) => ok(await readMotionBasis(db, request.params.circleId, readerOf(request))),
    )
    app.post(
      '/app/motion/:circleId',
      {
        ...write,
        schema: {
          summary: 'Propose a motion',
          refuses: [409, 422, 429],
          params,
          body: proposeMotionRequest,
          response: { 200: motionReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        await limiter.take(db, 'motion_account', actorOf(request).id)
        const motionId = await idempotentTransaction(db, request, (tx) =>
          proposeMotion(tx, actorOf(request), circleId, request.body, proposing),
        )
        return ok(await readNow({ circleId, motionId }, readerOf(request)))
      },
    )
    app.get(
      '/app/motion/:circleId/:motionId',
      {
        ...read,
        schema: {
          summary: 'A motion with its votes, reasons and record',
          refuses: [403],
          params: motionParams,
          response: { 200: motionReply },
        },
      },
      async (request) => ok(await readNow(request.params, readerOf(request))),
    )
    app.put(
      '/app/motion/:circleId/:motionId',
      {
        ...write,
        schema: {
          summary: 'Change my motion, before the first vote',
          refuses: [409, 422, 429],
          params: motionParams,
          body: proposeMotionRequest,
          response: { 200: motionReply },
        },
      },
      async (request) => {
        const place = request.params
        // Every change is on the record, which nobody can delete.
        await limiter.take(db, 'motion_account', actorOf(request).id)
        await idempotentTransaction(db, request, (tx) => changeMotion(tx, actorOf(request), place, request.body, proposing))
        return ok(await readNow(place, readerOf(request)))
      },
    )
    app.post(
      '/app/motion/:circleId/:motionId/vote',
      {
        ...speak,
        schema: {
          summary: 'Vote on a motion',
          refuses: [409, 422, 429],
          params: motionParams,
          body: motionVoteRequest,
          response: { 200: motionReply },
        },
      },
      async (request) => {
        const place = request.params
        await limiter.take(db, 'vote_account', actorOf(request).id)
        await idempotentTransaction(db, request, (tx) => voteOnMotion(tx, actorOf(request), place, request.body, proposing))
        return ok(await readNow(place, readerOf(request)))
      },
    )
    app.post(
      '/app/motion/:circleId/:motionId/withdraw',
      {
        ...write,
        schema: { summary: 'Withdraw my open motion', refuses: [409, 422], params: motionParams, response: { 200: motionReply } },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => withdrawMotion(tx, actorOf(request), place, proposing))
        return ok(await readNow(place, readerOf(request)))
      },
    )
    app.post(
      '/app/motion/:circleId/:motionId/conflict',
      {
        ...speak,
        schema: {
          summary: 'Say that I profit from a spend, so that I have no vote on it',
          refuses: [409, 422],
          params: motionParams,
          body: conflictRequest,
          response: { 200: motionReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => declareConflict(tx, actorOf(request), place, request.body ?? {}, proposing))
        return ok(await readNow(place, readerOf(request)))
      },
    )
    app.post(
      '/app/motion/:circleId/:motionId/claim',
      {
        ...speak,
        schema: {
          summary: 'Say whether the payee is related to me, as the proposer claims',
          refuses: [409, 422],
          params: motionParams,
          body: claimRequest,
          response: { 200: motionReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => answerClaim(tx, actorOf(request), place, request.body, proposing))
        return ok(await readNow(place, readerOf(request)))
      },
    )
  }
}
