import { Hello, type Mail, nameless, P } from './mail.tsx'

export const passwordChanged: Mail<{ firstName: string; resetLink: string }> = {
  kind: null,
  neutral: nameless,
  content: ({ firstName, resetLink }) => ({
    subject: 'Your Arcstead password was changed',
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    action: { label: 'It was not me', link: resetLink },
    note: 'The button lets you ask for a new password. Choosing it signs out every device.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>The password of your Arcstead account was just changed. If it was you, there is nothing to do.</P>
      </>
    ),
  }),
}
