import { z } from 'zod'
import { propertyTypeValues, userStatusValues } from '#domain/choices.ts'
import { investmentRange, notARange, preferredRadius } from '#domain/criteria.ts'
import { fileKeyText, id, idText, pathText, place, reply, text, version, when } from './reply.ts'

const priceInRange = z.number().int().min(investmentRange.min).max(investmentRange.max)

export const investmentPreference = z.object({
  preferredInvestmentRadius: z.number().int().min(preferredRadius.min).max(preferredRadius.max).multipleOf(preferredRadius.step),
  propertyInvestmentRange: z.object({ min: priceInRange, max: priceInRange }).refine((range) => range.min <= range.max, notARange),
  propertyTypes: z.array(z.enum(propertyTypeValues)).max(propertyTypeValues.length),
})

/** A user as shown to themselves and to administrators. */
export const user = z
  .object({
    _id: id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean().meta({ description: 'Whether the mails to this address are known to be read' }),
    pendingEmail: z.string().nullable().meta({ description: 'The address that takes the place of `email` once it is confirmed' }),
    hideEmailFromMembers: z.boolean().meta({ description: 'Members of the same circles do not see the address' }),
    status: z.enum(userStatusValues),
    isBroker: z.boolean(),
    isVerified: z.boolean(),
    onboardingComplete: z.boolean(),
    verificationRequested: z.boolean(),
    permissions: z.object({ isAdmin: z.boolean() }),
    role: z.enum(['Admin', 'Broker', 'Investor']),
    profileImageKey: z.string().nullable(),
    location: z
      .object({ city: z.string(), state: z.string().nullable(), lat: z.number().nullable(), lng: z.number().nullable() })
      .nullable(),
    investmentPreference: z
      .object({
        preferredInvestmentRadius: z.number(),
        propertyInvestmentRange: z.object({ min: z.number(), max: z.number() }),
        propertyTypes: z.array(z.enum(propertyTypeValues)),
      })
      .nullable(),
    createdAt: when,
    updatedAt: when,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

export const token = z.object({ accessToken: z.string(), refreshToken: z.string(), tokenType: z.literal('Bearer') }).meta({ id: 'Token' })
export type Token = z.infer<typeof token>

// Bodies of the auth forms are checked by domain/person.ts, so that their messages equal the page's.
const word = text(1_000)
export const registerRequest = z.object({
  firstName: word.default(''),
  lastName: word.default(''),
  email: word.default(''),
  password: word.default(''),
  confirmPassword: word.default(''),
  tos: z.boolean().default(false),
})
export const registerReply = reply(z.object({ token, redirectUrl: z.string(), confirmationRedirect: z.string() }))

export const loginRequest = z.object({ email: word.default(''), password: word.default(''), redirect: pathText.optional() })
export const loginReply = reply(z.object({ token, redirectUrl: z.string() }))

export const whoamiReply = reply(z.object({ isLoggedIn: z.literal(true), user }))
export const refreshReply = reply(token)
export const forgotRequest = z.object({ email: word.default(''), confirmEmail: word.default('') })
/** The `token` and `id` of a mailed link. */
const partOfLink = text(200).default('')
export const passwordLinkRequest = z.object({
  password: word.default(''),
  confirmPassword: word.default(''),
  token: partOfLink,
  id: partOfLink,
})

/** Using a link also signs the person in. */
export const passwordLinkReply = loginReply
export const confirmEmailRequest = z.object({ token: partOfLink, id: partOfLink })

export const changePasswordRequest = z.object({ currentPassword: word, password: word, confirmPassword: word })
/** Without the password, a step-up must have confirmed the person a moment ago. */
export const changeEmailRequest = z.object({ currentPassword: word.optional(), email: word })

export const session = z.object({
  _id: id,
  isCurrent: z.boolean(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: when,
  lastSeenAt: when,
})
export type Session = z.infer<typeof session>
export const sessionList = reply(z.array(session))

/** The fields that people may change themselves; others are dropped. */
export const saveProfileRequest = z.object({
  firstName: word.optional(),
  lastName: word.optional(),
  location: place.nullish(),
  investmentPreference: investmentPreference.optional(),
  profileImageKey: fileKeyText.nullish(),
  hideEmailFromMembers: z.boolean().optional(),
  updatedAt: version,
})
/** Saving with `verificationRequested: true` completes onboarding. */
export const saveUserRequest = saveProfileRequest.extend({ verificationRequested: z.boolean().optional() })
export const userReply = reply(user)
export const verificationRequest = z.object({ user: idText.optional() })
/**
 * Deleting one's account requires a step-up or the password; clients that can't send a body with DELETE use the header X-Current-Password.
 */
export const deleteSelfRequest = z.object({ currentPassword: word.optional() }).nullish()
