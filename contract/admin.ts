import { z } from 'zod'
import { longestTableSearch, sortOrdersOf } from '#domain/pages.ts'
import { longestEmail, longestName, longestSuspension, verificationValues } from '#domain/person.ts'
import { permissions, user } from './accounts.ts'
import { id, idText, pageQuery, reply, requiredText, text, version, when } from './reply.ts'

/**
 * The sort keys of each table. They type the query's schema, the server's SQL and the page's columns: a key without SQL, or SQL or a sortable
 * column of another key, does not compile.
 */
export const peopleSorts = ['firstName', 'lastName', 'name', 'email', 'status', 'isVerified', 'role', 'createdAt', 'updatedAt'] as const
export const adminCircleSorts = [
  'title',
  'city',
  'createdBy',
  'memberCount',
  'currentInvestmentAmount',
  'totalTargetSize',
  'percentFunded',
  'hideCircle',
  'createdAt',
] as const
export const crashReportSorts = ['createdAt', 'status', 'user'] as const
export const auditSorts = ['at', 'act'] as const
export const mailSorts = ['createdAt', 'status', 'to', 'template', 'attempts', 'sentAt'] as const

export type PeopleSort = (typeof peopleSorts)[number]
export type AdminCircleSort = (typeof adminCircleSorts)[number]
export type CrashReportSort = (typeof crashReportSorts)[number]
export type AuditSort = (typeof auditSorts)[number]
export type MailSort = (typeof mailSorts)[number]

/** Without parameters lists return all rows; with `page` the server searches, sorts and paginates. */
const listQuery = <Key extends string>(sorts: readonly Key[]) =>
  z.object({
    search: text(longestTableSearch).optional(),
    sort: z.enum(sortOrdersOf(sorts), `Please sort by one of ${sorts.join(', ')}`).optional(),
    ...pageQuery(),
  })
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  reply(z.union([z.array(item), z.object({ items: z.array(item), total: z.number(), page: z.number(), pageSize: z.number() })]))

export const adminCircleQuery = listQuery(adminCircleSorts)

export const adminUserList = pageSchema(user)
/** `format=csv` returns everyone whom the search finds as CSV. */
export const peopleQuery = listQuery(peopleSorts).extend({
  verification: z.enum(verificationValues).optional(),
  format: z.literal('csv').optional(),
})
export const adminSaveUserRequest = z.object({
  firstName: requiredText(longestName).optional(),
  lastName: requiredText(longestName).optional(),
  email: requiredText(longestEmail).optional(),
  status: z.enum(['active', 'suspended']).optional(),
  /** Why the account is suspended, with `status: suspended`; the person reads these words. */
  suspendedReason: requiredText(longestSuspension).optional(),
  /** Those that are not given stay as they are. */
  permissions: permissions.partial().optional(),
  isVerified: z.boolean().optional(),
  isBroker: z.boolean().optional(),
  onboardingComplete: z.boolean().optional(),
  updatedAt: version,
})
export const adminVerificationRequest = z.object({
  user: idText,
  notifyOnly: z.boolean().optional(),
  /** The decision that the administrator has read; refused if another one was made meanwhile. */
  lastDecision: z.string().max(30).nullish(),
})
export const addBrokerRequest = z.object({
  firstName: requiredText(longestName),
  lastName: requiredText(longestName),
  email: requiredText(longestEmail),
  isBroker: z.boolean().optional(),
})
export const addBrokerReply = reply(user.extend({ welcomeMailAccepted: z.boolean() }))

/** With the reason of a suspension, which its person reads too. */
export const adminUser = user.extend({ suspendedReason: z.string().nullable() })
export type AdminUser = z.infer<typeof adminUser>
export const adminUserReply = reply(adminUser)
export const verificationReply = reply(z.object({ user, mailed: z.boolean() }))

export const overviewReply = reply(
  z.object({
    usersAwaitingVerification: z.number(),
    users: z.number(),
    circles: z.number(),
    fundedAmount: z.number(),
    openCrashReports: z.number(),
    awaiting: z.array(z.object({ _id: id, firstName: z.string(), lastName: z.string(), email: z.string(), requestedAt: when.nullable() })),
    /** The total commitments at the end of each day on which they changed. */
    committed: z.array(z.object({ day: z.string(), amount: z.number() })),
    /** When somebody was last verified by a decision that stands. */
    lastVerifiedAt: when.nullable(),
    /** How many people this administrator has decided on today. */
    decidedToday: z.number(),
  }),
)

export const crashReport = z.object({
  _id: z.string(),
  message: z.string().nullable(),
  error: z.record(z.string(), z.unknown()),
  data: z.record(z.string(), z.unknown()),
  user: z.object({ _id: id, firstName: z.string(), lastName: z.string() }).nullable(),
  userDescription: z.string().nullable(),
  status: z.enum(['open', 'solved']),
  createdAt: when,
  solvedAt: when.nullable(),
})
export const crashReportQuery = listQuery(crashReportSorts).extend({ status: z.enum(['open', 'solved']).optional() })
export const crashReportPage = pageSchema(crashReport)
export const crashReportAdminReply = reply(crashReport)
export const solveCrashReportRequest = z.object({ status: z.enum(['open', 'solved']) })

export const auditQuery = listQuery(auditSorts).extend({
  act: text(60).optional(),
  actor: idText.optional(),
  subject: idText.optional(),
  /** Rows by and about this person. */
  person: idText.optional(),
  from: text(40).optional(),
  to: text(40).optional(),
  format: z.enum(['json', 'csv']).optional(),
})
export const auditRow = z.object({
  _id: z.string(),
  at: when,
  act: z.string(),
  actor: z.object({ _id: id, name: z.string(), email: z.string().nullable() }).nullable(),
  subjectKind: z.string().nullable(),
  subjectId: z.string().nullable(),
  fields: z.array(z.string()),
  facts: z.record(z.string(), z.unknown()),
  /** The current names of the ids in this row; deleted things have none. */
  names: z.record(z.string(), z.string()),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
})
export const auditPage = pageSchema(auditRow)
export const auditActs = reply(z.array(z.string()))

const mailStatusValues = ['queued', 'sent', 'kept', 'failed'] as const
export const mailQuery = listQuery(mailSorts).extend({ status: z.enum(mailStatusValues).optional() })
export const mailRow = z.object({
  _id: id,
  template: z.string(),
  to: z.string(),
  subject: z.string().nullable(),
  status: z.enum(mailStatusValues),
  attempts: z.number(),
  lastError: z.string().nullable(),
  createdAt: when,
  sentAt: when.nullable(),
})
export const mailPage = pageSchema(mailRow)
export const mailReply = reply(mailRow)

export type Overview = z.infer<typeof overviewReply>['data']
export type CrashReportRow = z.infer<typeof crashReport>
export type AuditRow = z.infer<typeof auditRow>
export type MailRow = z.infer<typeof mailRow>
