import { Hello, type Mail, nameless, P } from './mail.tsx'

export const emailChanged: Mail<{ firstName: string; by: 'person' | 'administrator'; supportEmail: string }> = {
  kind: null,
  neutral: nameless,
  content: ({ firstName, by, supportEmail }) => ({
    subject: 'Your Arcstead e-mail address was changed',
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your e-mail address was changed',
    action: { label: 'It was not me', link: `mailto:${supportEmail}` },
    note: `The button starts a mail to ${supportEmail}. Write from this address, and we will help you get your account back.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {by === 'administrator'
            ? 'An administrator moved your Arcstead account to another e-mail address, and signed you out everywhere. This is the last mail that comes here. If you asked for it, there is nothing to do.'
            : 'Your Arcstead account now uses another e-mail address, and this is the last mail that comes here. If it was you who changed it, there is nothing to do.'}
        </P>
      </>
    ),
  }),
}
