import { type Mail, P, Strong } from './mail.tsx'

export const verificationAnswered: Mail<{ name: string; link: string }> = {
  kind: null,
  neutral: (props) => ({ ...props, name: 'Someone' }),
  content: ({ name, link }) => ({
    subject: 'Your question was answered',
    preview: 'Someone whom you asked for more has answered.',
    heading: 'Your question was answered',
    action: { label: 'Review profile', link },
    note: 'You receive this mail because you asked this person for more before verifying them.',
    body: (
      <>
        <P>
          <Strong>{name}</Strong> has answered your question and waits to be verified.
        </P>
      </>
    ),
  }),
}
