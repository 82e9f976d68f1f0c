import { paths } from '#contract/paths.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const circleDeleted: MailContent<'circle-deleted'> = ({ firstName, circleTitle }, site) => ({
  subject: `${circleTitle} was deleted`,
  body: (
    <MailLayout
      site={site}
      preview="The circle is closed, and commitments to it have ended."
      heading="A circle of yours was deleted"
      action={{ label: 'Find Circles', link: `${site.publicUrl}${paths.findCircles}` }}
      note={`Arcstead records commitments and takes no payment, so there is nothing to pay back. If this comes as a surprise, write to ${site.supportEmail}.`}
    >
      <Hello firstName={firstName} />
      <P>
        The circle <Strong>{circleTitle}</Strong> was deleted, and every commitment to it has ended.
      </P>
    </MailLayout>
  ),
})
