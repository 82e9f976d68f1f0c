import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

const sentences = {
  opened: [
    'The bids were opened',
    'The bids for arcs of ',
    ' were opened. What each bid got, and how it was reckoned, stands on the page of the offer.',
  ],
  paid: [
    'The buyer says paid',
    'Someone who takes over arcs of ',
    ' says that they have paid you. Look at your bank, then say on the page of the offer whether you have received it.',
  ],
  ended: [
    'A transfer has ended',
    'A transfer of arcs of ',
    ' has ended, and the arcs did not go over. Why stands on the page of the offer. Do not pay for it any more; what was paid already is given back between the two of you.',
  ],
  done: ['Arcs were handed on', 'Arcs of ', ' were handed on. The ledger shows who holds them now.'],
} as const

/** Without prices and names. */
export const offerResult: Mail<{ firstName: string; circleTitle: string; news: keyof typeof sentences; link: string }> = {
  kind: 'offer_result',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, news, link }) => {
    const [heading, before, after] = sentences[news]
    return {
      subject: `${heading}: ${circleTitle}`,
      preview: `${before}${circleTitle}${after}`,
      heading,
      action: { label: 'See the offer', link },
      note: 'You receive this mail because you take part in an offer of arcs of this circle.',
      body: (
        <>
          <Hello firstName={firstName} />
          <P>
            {before}
            <Strong>{circleTitle}</Strong>
            {after}
          </P>
        </>
      ),
    }
  },
}
