import type { Letter } from '#server/mail/letter.ts'
import { Hello, P, Sheet, Strong } from '#server/mail/sheet.tsx'

const sharesText = (shares: number) => {
  if (shares === 0) return 'Every share is taken now.'
  return shares === 1 ? '1 share is left.' : `${shares} shares are left.`
}

export const memberJoined: Letter<'member-joined'> = ({ firstName, circleTitle, sharesLeft, link }, site) => ({
  subject: `Someone joined ${circleTitle}`,
  sheet: (
    <Sheet
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
    </Sheet>
  ),
})
