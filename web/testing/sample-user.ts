import type { User } from '#contract/accounts.ts'
import { noPermissions } from '#domain/may/person.ts'

/** A verified investor; tests override only the fields that matter to them. */
export const sampleUser = (change: Partial<User> = {}): User => ({
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  firstName: 'Dana',
  lastName: 'Reed',
  email: 'dana@example.com',
  emailConfirmed: true,
  pendingEmail: null,
  hideEmailFromMembers: false,
  about: '',
  showsAbout: false,
  timeZone: 'UTC',
  status: 'active',
  isBroker: false,
  isVerified: true,
  onboardingComplete: true,
  verificationRequested: true,
  permissions: noPermissions,
  role: 'Investor',
  profileImageKey: null,
  location: null,
  investmentPreference: null,
  createdAt: '2026-11-15T00:00:00.000Z',
  updatedAt: '2026-11-15T00:00:00.000Z',
  ...change,
})
