import { z } from 'zod'
import { user } from './accounts.ts'
import { id, reply, requiredText, text, when } from './reply.ts'

/** Lists answer all rows without parameters; with `page` the server searches, sorts and pages. */
export const listQuery = z.object({
  search: text(200).optional(),
  sort: text(60).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  pageSize: z.coerce.number().int().min(1).max(100).optional(),
})
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  reply(z.union([z.array(item), z.object({ items: z.array(item), total: z.number(), page: z.number(), pageSize: z.number() })]))

export const adminUserList = pageOf(user)
export const adminSaveUserRequest = z.object({
  firstName: requiredText(60).optional(),
  lastName: requiredText(60).optional(),
  email: requiredText(254).optional(),
  status: z.enum(['active', 'suspended']).optional(),
  permissions: z.object({ isAdmin: z.boolean() }).optional(),
  isVerified: z.boolean().optional(),
  isBroker: z.boolean().optional(),
  onboardingComplete: z.boolean().optional(),
  updatedAt: text(40).optional(),
})
export const adminVerificationRequest = z.object({ user: text(100), notifyOnly: z.boolean().optional() })
export const addBrokerRequest = z.object({
  firstName: requiredText(60),
  lastName: requiredText(60),
  email: requiredText(254),
  isBroker: z.boolean().optional(),
})
export const addBrokerReply = reply(user.extend({ welcomeMailAccepted: z.boolean() }))

export const crashReport = z.object({
  _id: z.string(),
  message: z.string().nullable(),
  error: z.json(),
  data: z.json(),
  user: id.nullable(),
  userDescription: z.string().nullable(),
  status: z.enum(['open', 'solved']),
  createdAt: when,
})
