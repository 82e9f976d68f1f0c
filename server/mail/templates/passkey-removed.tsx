import { Hello, type Mail, nameless, P, Strong } from './mail.tsx'

export const passkeyRemoved: Mail<{ firstName: string; names: readonly string[]; resetLink: string }> = {
  kind: null,
  neutral: (props) => ({ ...nameless(props), names: [] }),
  content: ({ firstName, names, resetLink }) => {
    const what = names.length > 1 ? `${names.length} passkeys were` : 'A passkey was'
    return {
      subject: `${what} removed from your Arcstead account`,
      preview: 'If it was you, there is nothing to do.',
      heading: `${what} removed`,
      action: { label: 'It was not me', link: resetLink },
      note: 'The button lets you ask for a new password. Choosing it signs out every device.',
      body: (
        <>
          <Hello firstName={firstName} />
          {names.length > 0 && (
            <P>
              Removed: <Strong>{names.join(', ')}</Strong>.
            </P>
          )}
          <P>{what} just removed from your Arcstead account, and can’t sign in any more. If it was you, there is nothing to do.</P>
        </>
      ),
    }
  },
}
