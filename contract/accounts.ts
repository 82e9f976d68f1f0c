import { z } from 'zod'
import { deletionObstacles } from '#domain/account-deletion.ts'
import { userStatusValues } from '#domain/choices.ts'
import { investmentRange, notARange, type Preferences, preferredCriteria, preferredRadius } from '#domain/criteria.ts'
import { ofEachPermission } from '#domain/may/person.ts'
import { roleLabels } from '#domain/person.ts'
import { longestAbout } from '#domain/questions.ts'
import { fileKeyText, id, idText, pathText, place, reply, text, version, when } from './reply.ts'

export const permissions = z.object(ofEachPermission(() => z.boolean()))

const priceInRange = z.number().int().min(investmentRange.min).max(investmentRange.max)

const preferences = z.object(
  Object.fromEntries(
    preferredCriteria.map(({ key, choices }) => [key, z.array(z.enum(choices.map(({ value }) => value))).max(choices.length)]),
  ) as unknown as { [Key in keyof Preferences]: z.ZodType<Preferences[Key]> },
)

/** Preferences that are not given stay as they are. */
export const investmentPreference = preferences.partial().extend({
  preferredInvestmentRadius: z.number().int().min(preferredRadius.min).max(preferredRadius.max).multipleOf(preferredRadius.step),
  propertyInvestmentRange: z.object({ min: priceInRange, max: priceInRange }).refine((range) => range.min <= range.max, notARange),
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
    about: z.string().meta({ description: 'What the person says about themself, beside the circles that they own' }),
    showsAbout: z.boolean().meta({ description: 'Whether the public pages of their circles show who they are' }),
    timeZone: z.string().nullable().meta({ description: 'An IANA name, such as `America/Denver`, for mails and statements; null: UTC' }),
    status: z.enum(userStatusValues),
    isBroker: z.boolean(),
    isVerified: z.boolean(),
    onboardingComplete: z.boolean(),
    verificationRequested: z.boolean(),
    permissions,
    role: z.enum(Object.values(roleLabels)),
    profileImageKey: z.string().nullable(),
    location: z
      .object({ city: z.string(), state: z.string().nullable(), lat: z.number().nullable(), lng: z.number().nullable() })
      .nullable(),
    investmentPreference: preferences
      .extend({ preferredInvestmentRadius: z.number(), propertyInvestmentRange: z.object({ min: z.number(), max: z.number() }) })
      .nullable(),
    createdAt: when,
    updatedAt: when,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

export const token = z.object({ accessToken: z.string(), refreshToken: z.string(), tokenType: z.literal('Bearer') }).meta({ id: 'Token' })
export type Token = z.infer<typeof token>

const word = text(1_000)
/**
 * The body of an auth form. A missing field is empty here, because domain/person.ts checks the forms: its messages equal the page's. For
 * callers all fields that are not optional are required, and the API's document says so.
 */
const form = <Fields extends z.core.$ZodLooseShape>(fields: Fields) => z.object(fields).meta({ required: requiredOf(fields) })
const requiredOf = (fields: z.core.$ZodLooseShape) => Object.keys(fields).filter((name) => !(fields[name] instanceof z.ZodOptional))
export const registerRequest = form({
  firstName: word.default(''),
  lastName: word.default(''),
  email: word.default(''),
  password: word.default(''),
  confirmPassword: word.default(''),
  tos: z.boolean().default(false),
  /** The page that the person wanted to open: with a mailed invitation, its address is confirmed. */
  redirect: pathText.optional(),
})
export const registerReply = reply(z.object({ token, redirectUrl: z.string(), confirmationRedirect: z.string() }))

export const loginRequest = form({ email: word.default(''), password: word.default(''), redirect: pathText.optional() })
export const loginReply = reply(z.object({ token, redirectUrl: z.string() }))

export const whoamiReply = reply(z.object({ isLoggedIn: z.literal(true), user }))
export const refreshReply = reply(token)
export const forgotRequest = form({ email: word.default(''), confirmEmail: word.default('') })
/** The `token` and `id` of a mailed link. */
const partOfLink = text(200).default('')
export const passwordLinkRequest = form({
  password: word.default(''),
  confirmPassword: word.default(''),
  token: partOfLink,
  id: partOfLink,
})

/** Using a link also signs the person in. */
export const passwordLinkReply = loginReply
export const confirmEmailRequest = form({ token: partOfLink, id: partOfLink })

/** What was begun with the old password always ends; passkeys and the calendar's address only if the person asks for it. */
export const changePasswordRequest = z.object({
  currentPassword: word,
  password: word,
  confirmPassword: word,
  removePasskeys: z.boolean().optional(),
  removeCalendar: z.boolean().optional(),
})
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
  about: text(longestAbout).optional(),
  showsAbout: z.boolean().optional(),
  timeZone: text(100).nullish(),
  updatedAt: version,
})
/** The browser's zone, kept if the account has none. */
export const keepTimeZoneRequest = z.object({ timeZone: text(100) })
/** Saving with `verificationRequested: true` completes onboarding. */
export const saveUserRequest = saveProfileRequest.extend({ verificationRequested: z.boolean().optional() })
export const userReply = reply(user)
export const verificationRequest = z.object({ user: idText.optional() })
/** What forbids deleting one's own account, to be read before one tries. */
export const deletionReply = reply(
  z.object({
    circles: z.array(
      z.object({
        _id: id,
        title: z.string(),
        reason: z.enum(deletionObstacles),
      }),
    ),
    isLastAdmin: z.boolean().meta({ description: 'Someone else has to be made an administrator first' }),
  }),
)

/**
 * Deleting one's account requires a step-up or the password; clients that can't send a body with DELETE use the header X-Current-Password.
 */
export const deleteSelfRequest = z.object({ currentPassword: word.optional() }).nullish()
