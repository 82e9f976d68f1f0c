import { arcsWords } from '#domain/arcs.ts'
import { formatDay, formatMoment } from '#domain/dates.ts'
import { formatDollars } from '#domain/money.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle, TextLink } from './mail.tsx'

const fact = (name: string, value: string) => (
  <>
    {name}: <Strong>{value}</Strong>
  </>
)

/** Confirms a commitment: the same facts as the page after joining, in the same order. */
export const youAreIn: Mail<{
  firstName: string
  circleTitle: string
  place: string
  arcs: number
  arcsTotal: number
  amount: number
  percent: string
  charterVersion: number
  agreedAt: string
  /** What comes next; `at` is when, null if `words` say it. */
  next: { readonly at: string | null; readonly words: string } | null
  link: string
  /** Where the circle is left while arcs are free; null once every arc is held. */
  leaveLink: string | null
}> = {
  kind: null,
  neutral: ({ next, ...props }) => ({
    ...nameless(props),
    circleTitle: someCircle,
    place: '',
    next: next?.at ? { at: next.at, words: 'A vote closes' } : null,
  }),
  content: (
    { firstName, circleTitle, place, arcs, arcsTotal, amount, percent, charterVersion, agreedAt, next, link, leaveLink },
    { zone },
  ) => ({
    subject: `You hold ${arcsWords(arcs)} of ${circleTitle}`,
    preview: `${arcsWords(arcs)}, ${formatDollars(amount)}, ${percent}`,
    heading: 'You are in',
    action: { label: 'Open the circle', link },
    note: leaveLink ? (
      <>
        Once every arc is held, nobody leaves by themselves. While arcs are free you may{' '}
        <TextLink href={leaveLink}>leave this circle</TextLink>
      </>
    ) : (
      'Every arc is held. You can still ask the other members to release you.'
    ),
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          You have joined <Strong>{circleTitle}</Strong>
          {place && ` in ${place}`}. This is what you committed:
        </P>
        <P>
          {fact('Arcs', `${arcs} of ${arcsTotal}`)}
          <br />
          {fact('Amount', formatDollars(amount))}
          <br />
          {fact('Your part of the circle', percent)}
          <br />
          {fact('Charter', `Version ${charterVersion}, agreed ${formatDay(agreedAt, zone)}`)}
        </P>
        <P>No payment is taken now. {next && `Next: ${next.words}${next.at ? ` on ${formatMoment(next.at, zone)}` : ''}.`}</P>
      </>
    ),
  }),
}
