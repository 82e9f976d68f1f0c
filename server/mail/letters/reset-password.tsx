import type { Letter } from '#server/mail/letter.ts'
import { Hello, P, Sheet } from '#server/mail/sheet.tsx'

export const resetPassword: Letter<'reset-password'> = ({ firstName, link }, site) => ({
  subject: 'Reset your Arcstead password',
  sheet: (
    <Sheet
      site={site}
      preview="The link works once, for 60 minutes."
      heading="Choose a new password"
      action={{ label: 'Reset password', link }}
      note="The link works once, for 60 minutes. If you did not ask for it, there is nothing to do: your password stays as it is."
    >
      <Hello firstName={firstName} />
      <P>Someone, most likely you, asked to reset the password of your Arcstead account.</P>
    </Sheet>
  ),
})
