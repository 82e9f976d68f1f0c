import { paths } from '#contract/paths.ts'
import { Hello, type Mail, nameless, P, Strong } from './mail.tsx'

export const circleDeleted: Mail<{ firstName: string; circleTitle: string }> = {
  kind: null,
  neutral: (props) => ({ ...nameless(props), circleTitle: 'A circle of yours' }),
  content: ({ firstName, circleTitle }, site) => ({
    subject: `${circleTitle} was deleted`,
    preview: 'The circle is closed, and commitments to it have ended.',
    heading: 'A circle of yours was deleted',
    action: { label: 'Find Circles', link: `${site.publicUrl}${paths.findCircles}` },
    note: `Arcstead records commitments and takes no payment, so there is nothing to pay back. If this comes as a surprise, write to ${site.supportEmail}.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          The circle <Strong>{circleTitle}</Strong> was deleted, and every commitment to it has ended.
        </P>
      </>
    ),
  }),
}
