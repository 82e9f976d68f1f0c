import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

/** Without a price and without names: the offer's page shows them to whom they concern. */
export const offerMade: Mail<{ firstName: string; circleTitle: string; isToOthers: boolean; link: string }> = {
  kind: 'offer',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, isToOthers, link }) => ({
    subject: isToOthers ? `Arcs of ${circleTitle} can be taken over` : `A member offers arcs of ${circleTitle}`,
    preview: isToOthers ? 'You can say whether you would take them over.' : 'Members come first: you can make a sealed bid.',
    heading: isToOthers ? 'Arcs can be taken over' : 'A member offers arcs',
    action: { label: 'See the offer', link },
    note: isToOthers
      ? 'You receive this mail because you wait for this circle or were invited to it.'
      : 'You receive this mail because you are a member of this circle.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {isToOthers ? 'A member of ' : 'A member of your circle '}
          <Strong>{circleTitle}</Strong>
          {isToOthers
            ? ' hands on arcs that no member took. If you would take them over, say so on the page of the offer: the member chooses among those who do.'
            : ' hands on arcs. Until bids are opened you can say on the page of the offer how many you would take. Nobody sees bids before, and being early wins nothing.'}
        </P>
      </>
    ),
  }),
}
