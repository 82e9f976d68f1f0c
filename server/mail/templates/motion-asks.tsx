import { formatMoment } from '#domain/dates.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

export const motionAsks: Mail<{ firstName: string; title: string; circleTitle: string; closesAt: string; link: string }> = {
  kind: 'vote',
  neutral: (props) => ({ ...nameless(props), title: '', circleTitle: someCircle }),
  content: ({ firstName, title, circleTitle, closesAt, link }, site) => ({
    subject: `You are asked to vote in ${circleTitle}`,
    preview: `A motion was proposed in ${circleTitle}.`,
    heading: 'You are asked to vote',
    action: { label: 'Read and vote', link },
    note: 'You receive this mail because you are a member of this circle.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {title ? <Strong>“{title}”</Strong> : 'A motion'} was proposed in <Strong>{circleTitle}</Strong>. The vote closes on{' '}
          <Strong>{formatMoment(closesAt, site.zone)}</Strong>, or earlier once everyone has voted and every arc has been held long enough.
        </P>
      </>
    ),
  }),
}
