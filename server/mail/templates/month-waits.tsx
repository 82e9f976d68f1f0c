import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

/** Without an amount: balances are typed from the bank's own statement before ours are shown. */
export const monthWaits: Mail<{ firstName: string; circleTitle: string; month: string; link: string }> = {
  kind: 'month',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, month, link }) => ({
    subject: `${month} waits for your confirmation in ${circleTitle}`,
    preview: `The book of ${circleTitle} agrees with the bank for ${month}.`,
    heading: 'A month waits for your confirmation',
    action: { label: 'Look at the month', link },
    note: 'You receive this mail because you hold arcs of this circle and had no part in the book of this month.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          The book of <Strong>{circleTitle}</Strong> agrees with the bank for <Strong>{month}</Strong>. Please have the bank’s own statement
          at hand: you type its balance before ours is shown.
        </P>
      </>
    ),
  }),
}
