import { askAgainDays } from '#domain/verification.ts'
import { Hello, type Mail, nameless, P, Strong } from './mail.tsx'

export const verificationDeclined: Mail<{ firstName: string; reason: string; link: string }> = {
  kind: null,
  // Questions and reasons are written by administrators.
  neutral: nameless,
  content: ({ firstName, reason, link }) => ({
    subject: 'Your Arcstead profile was not verified',
    preview: 'Our team has declined your request; here is why.',
    heading: 'We could not verify you',
    action: { label: 'Open Arcstead', link },
    note: 'You receive this mail because you asked to be verified.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>Our team has looked at your profile and declined your request, for this reason:</P>
        <P>
          <Strong>{reason}</Strong>
        </P>
        <P>You may ask again in {askAgainDays} days. Until then you can browse circles, but not create or join one.</P>
      </>
    ),
  }),
}
