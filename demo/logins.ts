/** The e-mail domain of everyone in the demo data. The column `is_demo`, not this domain, marks demo accounts. */
const demoDomain = 'arcstead.example'

export const demoPassword = 'Arcstead-demo-1'

/** The five people to sign in as, printed at start. */
export const demoLogins = [
  { role: 'admin', firstName: 'Ruth', lastName: 'Calloway', tells: 'administrator' },
  { role: 'broker', firstName: 'Dana', lastName: 'Whitfield', tells: 'broker of some circles' },
  { role: 'investor', firstName: 'Maya', lastName: 'Sorensen', tells: 'verified, in circles of every stage' },
  { role: 'pending', firstName: 'Owen', lastName: 'Pell', tells: 'awaiting verification' },
  { role: 'newcomer', firstName: 'Iris', lastName: 'Novak', tells: 'not onboarded yet' },
] as const

export type DemoRole = (typeof demoLogins)[number]['role']

export const emailOf = (name: string): string => `${name}@${demoDomain}`

/** Printed at start. */
export const loginLines = (): string[] => [
  `Sign in with the password ${demoPassword} as:`,
  ...demoLogins.map(({ role, tells }) => `  ${emailOf(role).padEnd(28)} ${tells}`),
]
