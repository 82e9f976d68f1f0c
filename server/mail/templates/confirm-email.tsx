import { linkLifetime } from '#domain/one-time-links.ts'
import { asIs, type Mail, P } from './mail.tsx'

export const confirmEmail: Mail<{ link: string }> = {
  kind: null,
  neutral: asIs,
  content: ({ link }) => ({
    subject: 'Confirm your e-mail address for Arcstead',
    preview: `The link works once, for ${linkLifetime('confirm_email')}.`,
    heading: 'Confirm your e-mail address',
    action: { label: 'Confirm address', link },
    note: `The link works once, for ${linkLifetime('confirm_email')}. If you did not ask for it, there is nothing to do: without it, this address is not used.`,
    body: (
      <>
        <P>Hello,</P>
        <P>Someone, most likely you, gave this e-mail address for an Arcstead account. Please confirm that it is yours.</P>
      </>
    ),
  }),
}
