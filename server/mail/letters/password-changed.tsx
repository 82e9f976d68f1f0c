import type { Letter } from '#server/mail/letter.ts'
import { Hello, P, Sheet } from '#server/mail/sheet.tsx'

export const passwordChanged: Letter<'password-changed'> = ({ firstName, resetLink }, site) => ({
  subject: 'Your Arcstead password was changed',
  sheet: (
    <Sheet
      site={site}
      preview="If it was you, there is nothing to do."
      heading="Your password was changed"
      action={{ label: 'It was not me', link: resetLink }}
      note="The button lets you ask for a new password. Choosing it signs out every device."
    >
      <Hello firstName={firstName} />
      <P>The password of your Arcstead account was just changed. If it was you, there is nothing to do.</P>
    </Sheet>
  ),
})
