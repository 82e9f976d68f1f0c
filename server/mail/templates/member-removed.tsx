import { paths } from '#contract/paths.ts'
import { formatDollars } from '#domain/money.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

export const memberRemoved: Mail<{ firstName: string; circleTitle: string; amount: number }> = {
  kind: null,
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, amount }, site) => ({
    subject: `You are no longer a member of ${circleTitle}`,
    preview: 'Your commitment has ended, and your arcs are free again.',
    heading: 'Your membership has ended',
    action: { label: 'Find Circles', link: `${site.publicUrl}${paths.findCircles}` },
    note: `Arcstead records commitments and takes no payment, so there is nothing to pay back. If this comes as a surprise, write to ${site.supportEmail}.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          You are no longer a member of <Strong>{circleTitle}</Strong>. Your commitment of <Strong>{formatDollars(amount)}</Strong> has
          ended, your votes there are gone, and your arcs are free for others.
        </P>
      </>
    ),
  }),
}
