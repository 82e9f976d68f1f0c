import { Hello, type Mail, nameless, P, Strong } from './mail.tsx'

export const passkeyAdded: Mail<{ firstName: string; name: string; resetLink: string }> = {
  kind: null,
  neutral: (props) => ({ ...nameless(props), name: '' }),
  content: ({ firstName, name, resetLink }) => ({
    subject: 'A passkey was added to your Arcstead account',
    preview: 'If it was you, there is nothing to do.',
    heading: 'A passkey was added',
    action: { label: 'It was not me', link: resetLink },
    note: 'The button lets you ask for a new password. Choosing it signs out every device and removes every passkey.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {name ? (
            <>
              The passkey <Strong>{name}</Strong>
            </>
          ) : (
            'A passkey'
          )}{' '}
          was just added to your Arcstead account: it can sign in from now on. If it was you, there is nothing to do.
        </P>
      </>
    ),
  }),
}
