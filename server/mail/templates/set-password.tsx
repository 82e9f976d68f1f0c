import { linkLifetime } from '#domain/one-time-links.ts'
import { asIs, Hello, type Mail, P } from './mail.tsx'

export const setPassword: Mail<{ firstName: string; link: string }> = {
  kind: null,
  neutral: asIs,
  content: ({ firstName, link }) => ({
    subject: 'Set your Arcstead password',
    preview: `Your account is ready. The link works once, for ${linkLifetime('set_password')}.`,
    heading: 'Set your password',
    action: { label: 'Set password', link },
    note: `The link works once, for ${linkLifetime('set_password')}. After that, “Forgot your password?” on the sign-in page brings a new one.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>Your Arcstead account is ready. One step is left: choose a password.</P>
      </>
    ),
  }),
}
