import type { User } from '#contract/accounts.ts'

/** A user as the API sends it, awaiting verification; tests say only what matters to them. */
export const sampleUser: User = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  firstName: 'Dana',
  lastName: 'Reed',
  email: 'dana@example.com',
  emailConfirmed: true,
  pendingEmail: null,
  hideEmailFromMembers: false,
  status: 'active',
  isBroker: false,
  isVerified: false,
  onboardingComplete: true,
  verificationRequested: true,
  permissions: { isAdmin: false },
  role: 'Investor',
  profileImageKey: null,
  location: null,
  investmentPreference: null,
  createdAt: '2026-11-15T00:00:00.000Z',
  updatedAt: '2026-11-15T00:00:00.000Z',
}
