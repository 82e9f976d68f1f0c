import { type Mail, P, Strong } from './mail.tsx'

export const verificationRequest: Mail<{ name: string; email: string; link: string }> = {
  kind: null,
  neutral: (props) => ({ ...props, name: 'someone new', email: 'see the profile' }),
  content: ({ name, email, link }) => ({
    subject: 'A profile to review',
    preview: 'A new profile is waiting for your review.',
    heading: 'A profile to review',
    action: { label: 'Review profile', link },
    note: 'You receive this mail because you are an administrator of Arcstead. A person who is verified gets a mail.',
    body: (
      <>
        <P>
          A person by the name of <Strong>{name}</Strong> ({email}) has completed onboarding and asks to be verified.
        </P>
        <P>Until then they can browse circles, but not create or join one.</P>
      </>
    ),
  }),
}
