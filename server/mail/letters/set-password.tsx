import type { Letter } from '#server/mail/letter.ts'
import { Hello, P, Sheet } from '#server/mail/sheet.tsx'

export const setPassword: Letter<'set-password'> = ({ firstName, link }, site) => ({
  subject: 'Set your Arcstead password',
  sheet: (
    <Sheet
      site={site}
      preview="Your account is ready. The link works once, for 7 days."
      heading="Set your password"
      action={{ label: 'Set password', link }}
      note="The link works once, for 7 days. After that, “Forgot your password?” on the sign-in page brings a new one."
    >
      <Hello firstName={firstName} />
      <P>Your Arcstead account is ready. One step is left: choose a password.</P>
    </Sheet>
  ),
})
