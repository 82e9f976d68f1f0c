import { Hello, type Mail, nameless, P, Strong } from './mail.tsx'

export const verificationReopened: Mail<{ firstName: string; link: string; sentence?: string }> = {
  kind: null,
  neutral: nameless,
  content: ({ firstName, link, sentence }) => ({
    subject: 'You may ask to be verified again',
    preview: 'Our team has reopened your request.',
    heading: 'You may ask again',
    action: { label: 'Ask again', link },
    note: 'You receive this mail because you asked to be verified.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>Our team had declined your request to be verified. You may ask again now, without waiting any longer.</P>
        {sentence && (
          <P>
            <Strong>{sentence}</Strong>
          </P>
        )}
      </>
    ),
  }),
}
