import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

/** Without the price and without account details, which never stand in a mail. */
export const offerPay: Mail<{ firstName: string; circleTitle: string; link: string }> = {
  kind: 'pay',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, link }) => ({
    subject: `Arcs of ${circleTitle} wait for your payment`,
    preview: 'You pay their seller directly, then say that you have paid.',
    heading: 'Arcs wait for your payment',
    action: { label: 'See the offer', link },
    note: 'You receive this mail because you are to take over arcs of this circle. Account details never stand in a mail: if one gives you some, do not pay.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          Arcs of <Strong>{circleTitle}</Strong> are yours once you have paid the member who hands them on and they have received it. How
          much it is and until when stand on the page of the offer. Say there that you have paid.
        </P>
      </>
    ),
  }),
}
