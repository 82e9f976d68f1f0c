import type { Letter } from '#server/mail/letter.ts'
import { Hello, P, Sheet } from '#server/mail/sheet.tsx'

export const verificationPending: Letter<'verification-pending'> = ({ firstName, link }, site) => ({
  subject: 'Your Arcstead profile is being reviewed',
  sheet: (
    <Sheet
      site={site}
      preview="We tell you as soon as you are verified."
      heading="Your profile is being reviewed"
      action={{ label: 'Open Arcstead', link }}
      note="You receive this mail because you asked to be verified."
    >
      <Hello firstName={firstName} />
      <P>We have received your profile, and our team is reviewing it. We send you another mail as soon as you are verified.</P>
      <P>Until then you can browse circles, but not create or join one.</P>
    </Sheet>
  ),
})
