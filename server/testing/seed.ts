import type { Token } from '#contract/accounts.ts'
import type { Database } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { startSession, type TokenMaker } from '#server/features/accounts/sessions.store.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'

export type Person = { readonly _id: string; readonly email: string; readonly firstName: string; readonly token: Token }

type Traits = {
  firstName?: string
  lastName?: string
  email?: string
  password?: string
  status?: 'active' | 'suspended' | 'invited'
  isAdmin?: boolean
  isDemo?: boolean
  isBroker?: boolean
  isVerified?: boolean
  emailConfirmed?: boolean
  onboardingComplete?: boolean
  verificationRequested?: boolean
}

/** Creates test users, each signed in. */
export type Seed = {
  person(traits?: Traits): Promise<Person>
  /** Verified and onboarded. */
  investor(traits?: Traits): Promise<Person>
  broker(traits?: Traits): Promise<Person>
  admin(traits?: Traits): Promise<Person>
  /** Onboarded, awaiting verification. */
  pending(traits?: Traits): Promise<Person>
  /** The same person in a new session. */
  signedInAgain(person: Person): Promise<Person>
}

const origin = { requestId: 'seed', address: '127.0.0.1', userAgent: 'seed' }

export function seedInto(db: Database, maker: TokenMaker): Seed {
  const person = async (traits: Traits = {}): Promise<Person> => {
    const id = newId()
    const firstName = traits.firstName ?? 'Robin'
    const email = traits.email ?? `${id}@test.example`
    return db.transaction().execute(async (tx) => {
      await tx
        .insertInto('users')
        .values({
          id,
          first_name: firstName,
          last_name: traits.lastName ?? 'Tester',
          email,
          email_confirmed_at: (traits.emailConfirmed ?? traits.status !== 'invited') ? new Date() : null,
          password_hash: traits.password ? await hashPassword(traits.password) : null,
          status: traits.status ?? 'active',
          is_demo: traits.isDemo ?? false,
          is_admin: traits.isAdmin ?? false,
          is_broker: traits.isBroker ?? false,
          is_verified: traits.isVerified ?? false,
          onboarding_complete: traits.onboardingComplete ?? false,
          verification_requested: traits.verificationRequested ?? false,
        })
        .execute()
      const { token } = await startSession(tx, maker, id, origin)
      return { _id: id, email, firstName, token }
    })
  }
  const settled = { isVerified: true, onboardingComplete: true }
  return {
    person,
    investor: (traits) => person({ ...settled, ...traits }),
    broker: (traits) => person({ ...settled, isBroker: true, ...traits }),
    admin: (traits) => person({ ...settled, isAdmin: true, ...traits }),
    pending: (traits) => person({ onboardingComplete: true, verificationRequested: true, ...traits }),
    signedInAgain: (known) =>
      db.transaction().execute(async (tx) => ({ ...known, token: (await startSession(tx, maker, known._id, origin)).token })),
  }
}
