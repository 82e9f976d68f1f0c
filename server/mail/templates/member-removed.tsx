import { paths } from '#contract/paths.ts'
import { formatDollars } from '#domain/money.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const memberRemoved: MailContent<'member-removed'> = ({ firstName, circleTitle, amount }, site) => ({
  subject: `You are no longer a member of ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview="Your commitment has ended, and your arcs are free again."
      heading="Your membership has ended"
      action={{ label: 'Find Circles', link: `${site.publicUrl}${paths.findCircles}` }}
      note={`Arcstead records commitments and takes no payment, so there is nothing to pay back. If this comes as a surprise, write to ${site.supportEmail}.`}
    >
      <Hello firstName={firstName} />
      <P>
        You are no longer a member of <Strong>{circleTitle}</Strong>. Your commitment of <Strong>{formatDollars(amount)}</Strong> has ended,
        your votes there are gone, and your arcs are free for others.
      </P>
    </MailLayout>
  ),
})
