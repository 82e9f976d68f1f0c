import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const youAreVerified: MailContent<'you-are-verified'> = ({ firstName, link, sentence }, site) => ({
  subject: 'Your Arcstead account is verified',
  body: (
    <MailLayout
      site={site}
      preview="You can now create and join circles."
      heading="You are verified"
      action={{ label: 'Open Arcstead', link }}
      note="You receive this mail because you asked to be verified."
    >
      <Hello firstName={firstName} />
      <P>
        Our team has reviewed your profile, and all of Arcstead is open to you: join a circle or create your own, view properties and vote
        on them together.
      </P>
      {sentence && (
        <P>
          <Strong>{sentence}</Strong>
        </P>
      )}
    </MailLayout>
  ),
})
