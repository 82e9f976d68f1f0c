import { Hello, type Mail, nameless, P } from './mail.tsx'

export const verificationPending: Mail<{ firstName: string; link: string }> = {
  kind: null,
  neutral: nameless,
  content: ({ firstName, link }) => ({
    subject: 'Your Arcstead profile is being reviewed',
    preview: 'We tell you as soon as you are verified.',
    heading: 'Your profile is being reviewed',
    action: { label: 'Open Arcstead', link },
    note: 'You receive this mail because you asked to be verified.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>We have received your profile, and our team is reviewing it. We send you another mail as soon as you are verified.</P>
        <P>Until then you can browse circles, but not create or join one.</P>
      </>
    ),
  }),
}
