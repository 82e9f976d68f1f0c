import { z } from 'zod'
import { longestSuspension } from '#domain/person.ts'
import { longestReportWords, reportDecisions, reportKinds, reportReasonValues } from '#domain/reports.ts'
import { id, idText, pageQuery, reply, requiredText, text, when } from './reply.ts'
import { named } from './values.ts'

/** `id` is of what is reported. Something else needs words. */
export const reportRequest = z.object({
  kind: z.enum(reportKinds),
  id: idText,
  reason: z.enum(reportReasonValues, 'Please choose a reason'),
  words: text(longestReportWords).trim().default(''),
})

const snapshotPost = z.object({ author: named, text: z.string(), at: when })

/** A reported thing as it was at one moment. All people in it are named by their ids, by which it is erased with them. */
export const reportSnapshot = z.object({
  circle: named.nullable(),
  /** The author, owner, uploader or asker, or the person themself. */
  person: named,
  /** A property's address, a person's name. */
  name: z.string().nullable(),
  /** The words of a post or question, a circle's description, a person's text about themself. */
  text: z.string(),
  /** What else was told of it: price, link, facts. */
  lines: z.array(z.string()),
  /** The keys of a property's pictures. */
  pictures: z.array(z.string()),
  /** When it was written. */
  at: when,
  before: snapshotPost.nullable(),
  /** The answer to a question. */
  after: snapshotPost.nullable(),
  /** Whom the words mention. */
  mentions: z.array(named),
  /** A circle that was not public already. */
  wasHidden: z.boolean(),
})
export type ReportSnapshot = z.infer<typeof reportSnapshot>

const reportRow = z.object({
  _id: id,
  kind: z.enum(reportKinds),
  /** "Post in Larkspur Terrace". */
  title: z.string(),
  /** The one that most people named. */
  reason: z.enum(reportReasonValues),
  /** How many people reported it. */
  count: z.number(),
  createdAt: when,
  decision: z.enum(reportDecisions).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: when.nullable(),
})
export type ReportRow = z.infer<typeof reportRow>

/** `state`: without a decision, oldest first, or decided, newest first. */
export const reportQuery = z.object({ state: z.enum(['open', 'decided']).optional(), kind: z.enum(reportKinds).optional(), ...pageQuery() })
export const reportPage = reply(
  z.object({
    items: z.array(reportRow),
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
    counts: z.object({ open: z.number(), decided: z.number() }),
    lastDecidedAt: when.nullable(),
  }),
)

export const reportDetail = reportRow
  .extend({
    /** Null once someone in it has deleted their account. */
    snapshot: reportSnapshot.nullable(),
    /** What stands now. `path` is the page where an administrator sees it. */
    now: z.object({
      state: z.enum(['same', 'changed', 'hidden', 'deleted']),
      text: z.string(),
      lines: z.array(z.string()),
      changedAt: when.nullable(),
      path: z.string().nullable(),
    }),
    reasons: z.array(z.object({ reporter: named, reason: z.enum(reportReasonValues), words: z.string(), at: when })),
    /** Whom a suspension concerns; null if they have deleted their account. */
    person: named.extend({ isSuspended: z.boolean() }).nullable(),
  })
  .meta({ id: 'Report' })
export type ReportDetail = z.infer<typeof reportDetail>
export const reportReply = reply(reportDetail)

/** A suspension needs a reason, which its person reads. */
export const decideReportRequest = z.discriminatedUnion('decision', [
  z.object({ decision: z.enum(['dismissed', 'hidden']) }),
  z.object({ decision: z.literal('suspended'), reason: requiredText(longestSuspension) }),
])
