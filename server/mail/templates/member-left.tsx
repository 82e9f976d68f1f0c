import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

const freedText = (shares: number) => (shares === 1 ? '1 share is free again.' : `${shares} shares are free again.`)

export const memberLeft: MailContent<'member-left'> = ({ firstName, circleTitle, shares, isRemoved, link }, site) => ({
  subject: isRemoved ? `A member was removed from ${circleTitle}` : `Someone left ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview={freedText(shares)}
      heading={isRemoved ? 'A member was removed' : 'A member left'}
      action={{ label: 'See the members', link }}
      note="You receive this mail because you own this circle. Votes of people who are no longer members do not count any more."
    >
      <Hello firstName={firstName} />
      <P>
        {isRemoved ? 'An administrator removed a member from ' : 'Someone left '}
        <Strong>{circleTitle}</Strong>. {freedText(shares)}
      </P>
    </MailLayout>
  ),
})
