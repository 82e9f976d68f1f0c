import { linkLifetime } from '#domain/one-time-links.ts'
import { asIs, Hello, type Mail, P } from './mail.tsx'

export const brokerWelcome: Mail<{ firstName: string; link: string }> = {
  kind: null,
  neutral: asIs,
  content: ({ firstName, link }) => ({
    subject: 'Welcome to Arcstead: set your password',
    preview: 'Your broker account is ready. Set your password to sign in.',
    heading: 'Welcome to Arcstead',
    action: { label: 'Set password', link },
    note: `The link works once, for ${linkLifetime('set_password')}. After that, “Forgot your password?” on the sign-in page brings a new one.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          A broker account was made for you. In Arcstead, investors pool money in circles to own property together; as a broker you bring
          properties to the circles you are assigned to.
        </P>
        <P>One step is left: choose a password.</P>
      </>
    ),
  }),
}
