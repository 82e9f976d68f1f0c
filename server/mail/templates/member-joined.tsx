import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

const sharesText = (shares: number) => {
  if (shares === 0) return 'Every share is taken now.'
  return shares === 1 ? '1 share is left.' : `${shares} shares are left.`
}

export const memberJoined: MailContent<'member-joined'> = ({ firstName, circleTitle, sharesLeft, link }, site) => ({
  subject: `Someone joined ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview={sharesText(sharesLeft)}
      heading="A new member"
      action={{ label: 'See the members', link }}
      note="You receive this mail because you own this circle."
    >
      <Hello firstName={firstName} />
      <P>
        Someone joined <Strong>{circleTitle}</Strong>. {sharesText(sharesLeft)}
      </P>
    </MailLayout>
  ),
})
