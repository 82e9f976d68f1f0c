import { arcsWords } from '#domain/arcs.ts'
import { type Mail, P, Strong } from './mail.tsx'

export const sharesFree: Mail<{ circleTitle: string; shares: number; link: string }> = {
  kind: 'place',
  neutral: (props) => ({ ...props, circleTitle: 'a circle you wait for' }),
  content: ({ circleTitle, shares, link }) => ({
    subject: `${arcsWords(shares)} came free in ${circleTitle}`,
    preview: 'You asked to be told.',
    heading: shares === 1 ? 'An arc came free' : 'Arcs came free',
    action: { label: 'Join the circle', link },
    note: 'You receive this mail because you are on this circle’s waiting list. You can leave the list on the circle’s page.',
    body: (
      <>
        <P>
          <Strong>{arcsWords(shares)}</Strong> of <Strong>{circleTitle}</Strong> came free, and you asked to be told.
        </P>
        <P>Shares are not held back: they go to those who join first.</P>
      </>
    ),
  }),
}
