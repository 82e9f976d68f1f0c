import { Hello, type Mail, nameless, P } from './mail.tsx'

export const emailChangeRequested: Mail<{ firstName: string; resetLink: string }> = {
  kind: null,
  neutral: nameless,
  content: ({ firstName, resetLink }) => ({
    subject: 'Your Arcstead e-mail address is about to change',
    preview: 'If it was you, confirm the new address.',
    heading: 'Your e-mail address is about to change',
    action: { label: 'It was not me', link: resetLink },
    note: 'The button lets you choose a new password. That signs out every device and calls the change off.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          Someone, most likely you, asked to move your Arcstead account to another e-mail address. We sent a link there; until it is used,
          everything stays as it is.
        </P>
      </>
    ),
  }),
}
