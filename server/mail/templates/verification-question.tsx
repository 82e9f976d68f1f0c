import { Hello, type Mail, nameless, P, Strong } from './mail.tsx'

export const verificationQuestion: Mail<{ firstName: string; question: string; link: string }> = {
  kind: null,
  neutral: nameless,
  content: ({ firstName, question, link }) => ({
    subject: 'A question about your Arcstead profile',
    preview: 'Our team needs a little more before you can be verified.',
    heading: 'We have a question',
    action: { label: 'Answer', link },
    note: 'You receive this mail because you asked to be verified. Please do not send documents by mail: add them on the page.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>Our team has looked at your profile and asks:</P>
        <P>
          <Strong>{question}</Strong>
        </P>
        <P>Your request stays open. You can answer with a note or a document on the page where you wait.</P>
      </>
    ),
  }),
}
