import type { MailContent } from './mail-content.ts'
import { MailLayout, P, Strong } from './mail-layout.tsx'

const counted = (shares: number) => (shares === 1 ? '1 share' : `${shares} shares`)

export const sharesFree: MailContent<'shares-free'> = ({ circleTitle, shares, link }, site) => ({
  subject: `${counted(shares)} came free in ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview="You asked to be told."
      heading={shares === 1 ? 'A share came free' : 'Shares came free'}
      action={{ label: 'Join the circle', link }}
      note="You receive this mail because you are on this circle’s waiting list. You can leave the list on the circle’s page."
    >
      <P>
        <Strong>{counted(shares)}</Strong> of <Strong>{circleTitle}</Strong> came free, and you asked to be told.
      </P>
      <P>Shares are not held back: they go to whoever joins first.</P>
    </MailLayout>
  ),
})
