import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

/** With the receiver's own amounts only, and no bank details. */
export const paidOut: Mail<{ firstName: string; circleTitle: string; owed: string | null; setOff: string | null; link: string }> = {
  kind: 'paid_out',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, owed, setOff, link }) => ({
    subject: `Something was paid out to you in ${circleTitle}`,
    preview: `Your part was posted in the book of ${circleTitle}.`,
    heading: 'Paid out',
    action: { label: 'See how it is reckoned', link },
    note: 'You receive this mail because you held arcs of this circle when it was proposed.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          The members of <Strong>{circleTitle}</Strong> decided to pay out, and it was posted in the book.
          {owed && (
            <>
              {' '}
              <Strong>{owed}</Strong> is owed to you now; the treasurer sends it.
            </>
          )}
        </P>
        {setOff && (
          <P>
            <Strong>{setOff}</Strong> of your part settled what was not paid yet of calls.
          </P>
        )}
      </>
    ),
  }),
}
