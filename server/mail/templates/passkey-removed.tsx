import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const passkeyRemoved: MailContent<'passkey-removed'> = ({ firstName, names, resetLink }, site) => {
  const what = names.length > 1 ? `${names.length} passkeys were` : 'A passkey was'
  return {
    subject: `${what} removed from your Arcstead account`,
    body: (
      <MailLayout
        site={site}
        preview="If it was you, there is nothing to do."
        heading={`${what} removed`}
        action={{ label: 'It was not me', link: resetLink }}
        note="The button lets you ask for a new password. Choosing it signs out every device."
      >
        <Hello firstName={firstName} />
        {names.length > 0 && (
          <P>
            Removed: <Strong>{names.join(', ')}</Strong>.
          </P>
        )}
        <P>{what} just removed from your Arcstead account, and can’t sign in any more. If it was you, there is nothing to do.</P>
      </MailLayout>
    ),
  }
}
