import { Hello, type Mail, nameless, P, Strong } from './mail.tsx'

/** `sentence` is what the administrator adds. */
export const youAreVerified: Mail<{ firstName: string; link: string; sentence?: string }> = {
  kind: null,
  // The link may contain a circle's id and an invite, but no text.
  neutral: nameless,
  content: ({ firstName, link, sentence }) => ({
    subject: 'Your Arcstead account is verified',
    preview: 'You can now create and join circles.',
    heading: 'You are verified',
    action: { label: 'Open Arcstead', link },
    note: 'You receive this mail because you asked to be verified.',
    body: (
      <>
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
      </>
    ),
  }),
}
