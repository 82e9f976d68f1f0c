import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const passkeyAdded: MailContent<'passkey-added'> = ({ firstName, name, resetLink }, site) => ({
  subject: 'A passkey was added to your Arcstead account',
  body: (
    <MailLayout
      site={site}
      preview="If it was you, there is nothing to do."
      heading="A passkey was added"
      action={{ label: 'It was not me', link: resetLink }}
      note="The button lets you ask for a new password. Choosing it signs out every device and removes every passkey."
    >
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
    </MailLayout>
  ),
})
