import { IconArrowRight, IconCircle, IconCircleCheck, IconCircleDot } from '@tabler/icons-react'
import type { Offer } from '#contract/offers.ts'
import { arcsWords } from '#domain/arcs.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents, formatDollars } from '#domain/money.ts'
import { arcNames } from '#web/shared/offers/offer-words.ts'
import { Day, Moment } from '#web/shared/time/moment.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { ScrollRegion } from '#web/ui/layout/scroll-region.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './offers.module.css'

type OfferProps = { offer: Offer }

function UntilOthers({ offer: { state, othersSince, until, isClockStopped } }: OfferProps) {
  if (othersSince === null) return state === 'handed_on' ? 'Not needed' : 'If arcs are left'
  if (isClockStopped) return 'The clock is stopped'
  return until ? (
    <>
      Until <Day at={until} form="short" />
    </>
  ) : (
    <>
      From <Day at={othersSince} form="short" />
    </>
  )
}

/** The five steps on the way of an offer. */
export function OfferWay({ offer }: OfferProps) {
  const { state, openedAt, membersUntil, madeAt } = offer
  const isDone = state === 'handed_on'
  const steps = [
    { name: 'Offered', at: <Day at={madeAt} form="short" />, isOver: true },
    {
      name: 'Members first',
      at: openedAt ? (
        'Sealed bids'
      ) : (
        <>
          Sealed bids until <Day at={membersUntil} form="short" />
        </>
      ),
      isOver: openedAt !== null,
    },
    { name: 'Opened together', at: <Moment at={openedAt ?? membersUntil} form="short" />, isOver: openedAt !== null },
    { name: 'Then others', at: <UntilOthers offer={offer} />, isOver: isDone },
    { name: 'Handed on', at: 'When paid and received', isOver: isDone },
  ]
  const now = { members: 1, handing_on: 4, others: 3, handed_on: -1, ended: -1 }[state]
  return (
    <Card>
      <ol className={styles.way} aria-label="The way of this offer">
        {steps.map(({ name, at, isOver }, index) => {
          const isNow = index === now
          const Icon = isNow ? IconCircleDot : isOver ? IconCircleCheck : IconCircle
          return (
            <li key={name} data-state={isNow ? 'now' : isOver ? 'done' : 'ahead'} aria-current={isNow ? 'step' : undefined}>
              <b>
                <Icon {...iconProps(16)} aria-hidden />
                {name}
              </b>
              <span className="small sub num">{at}</span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

export function PriceCard({ offer }: OfferProps) {
  const { aids, seller, isMine } = offer
  const who = isMine ? 'You offer' : seller ? <bdi>{seller.name}</bdi> : 'A member offers'
  return (
    <Card>
      <CardHeader
        title={
          <>
            {who} {seller && !isMine && 'offers '}
            {arcsWords(offer.arcs.length)}
          </>
        }
        aside={<span className="small sub num">{arcNames(offer.arcs)}</span>}
      />
      <p className="small sub">Price per arc</p>
      <p className={`${styles.price} num`}>{formatDollars(offer.price)}</p>
      {offer.why && <p className={styles.why}>{offer.why}</p>}
      {offer.unpaid.length > 0 && (
        <p className={`${styles.unpaid} num`}>
          Not paid yet of calls, and goes over with the arcs:{' '}
          {offer.unpaid.map(({ arc, cents }) => `${formatCents(cents)} on arc ${arc}`).join(', ')}.
        </p>
      )}
      <dl className={`${styles.aids} num`}>
        <div>
          <dt>Was paid in, per arc</dt>
          <dd>{formatCents(aids.paidInCents)}</dd>
        </div>
        <div>
          <dt>Last appraisal, per arc</dt>
          <dd>{aids.appraisalCents === null ? 'None' : formatCents(aids.appraisalCents)}</dd>
          {aids.appraisalDay && <dd className="small sub">{formatCalendarDay(aids.appraisalDay, 'short')}</dd>}
        </div>
        <div>
          <dt>Book value per arc</dt>
          <dd>{formatCents(aids.bookValueCents)}</dd>
        </div>
      </dl>
      <p className={`${styles.note} small sub`}>Three aids, none binding. The price is the parties’ own.</p>
    </Card>
  )
}

/** Holders without arcs keep their place, and so the others their colours. */
const ringOf = (holders: Offer['holders'], userId: string) =>
  holders.map(({ _id, name, arcs }) => ({
    key: _id,
    amount: arcs.length,
    label: _id === userId ? 'You' : name,
    initial: name.slice(0, 1),
    isYou: _id === userId,
  }))

/** "With 6 of 12 arcs you would have half of the votes." */
function votesWords(mine: number, all: number): string {
  const part = mine * 2 === all ? 'half' : `${Math.round((mine * 100) / all)}%`
  return `With ${mine} of ${all} arcs you would have ${part} of the votes by arcs.`
}

/** Who holds the arcs today, and hatched what the reader would get. */
export function BeforeAndAfter({ offer, userId, wanted }: OfferProps & { userId: string; wanted: number }) {
  const { holders, arcs, seller } = offer
  const all = holders.reduce((sum, each) => sum + each.arcs.length, 0)
  const mine = holders.find(({ _id }) => _id === userId)?.arcs.length ?? 0
  const taken = arcs.slice(0, wanted)
  const after = holders.map((each) =>
    each._id === seller?._id ? { ...each, arcs: each.arcs.filter((arc) => !taken.includes(arc)) } : each,
  )
  if (holders.length === 0) return null
  const caption = mine === 1 ? 'your arc' : 'your arcs'
  return (
    <Card className={styles.ringsCard}>
      <CardHeader title={wanted > 0 ? 'Before and after' : 'Who holds the arcs'} />
      <div className={styles.rings}>
        <figure>
          <ArcRing
            size={240}
            target={all}
            arcs={ringOf(holders, userId)}
            count={mine}
            caption={caption}
            label={`Today: ${arcsWords(mine)} of ${all} are yours`}
          />
          <figcaption className="small sub">Today</figcaption>
        </figure>
        {wanted > 0 && (
          <>
            <IconArrowRight {...iconProps(20)} className={styles.turn} aria-hidden />
            <figure>
              <ArcRing
                size={240}
                target={all}
                arcs={ringOf(after, userId)}
                proposed={wanted}
                count={mine + wanted}
                caption={wanted === 1 ? 'if one' : wanted === 2 ? 'if both' : 'if all'}
                label={`If you got ${arcsWords(wanted)}: ${arcsWords(mine + wanted)} of ${all} would be yours`}
              />
              <figcaption className="small sub">If you got {arcsWords(wanted)}</figcaption>
            </figure>
          </>
        )}
      </div>
      <p className={`${styles.votes} small sub num`}>
        {wanted > 0 && `${votesWords(mine + wanted, all)} `}Votes are counted again on the day of handing on.
      </p>
    </Card>
  )
}

export const HowItIsDecided = () => (
  <Card>
    <CardHeader title="How it is decided" />
    <p>
      All bids are opened at the same moment. If more arcs are asked for than there are, whole arcs go by arcs already held among the
      bidders, the largest remainder first, never more than asked; ties to the longest member.
    </p>
    <p className={`${styles.note} small sub`}>
      What was declared before the day of handing on stays the seller’s. An unpaid part of a call goes over with its arc.
    </p>
  </Card>
)

/** What each bid got, with the rule in words and each part reckoned. */
export function ResultCard({ offer, userId }: OfferProps & { userId: string }) {
  const { rounds, openedAt } = offer
  if (openedAt === null || !offer.isMember) return null
  if (rounds.length === 0)
    return (
      <Card>
        <CardHeader title="No bids" />
        <p className="sub">No member asked for arcs at this price. They are open to others.</p>
      </Card>
    )
  return (
    <>
      {rounds.map((round) => (
        <Card key={round.round}>
          <CardHeader
            title={round.round === 1 ? `${arcsWords(round.wanted)} were asked for, ${round.arcs} are there` : 'Reckoned once more'}
            aside={round.round > 1 && <span className="small sub">What was not paid goes to the other bids</span>}
          />
          <ScrollRegion label="What each bid got" className={styles.scroll}>
            <table className={`${styles.lots} num`}>
              <thead>
                <tr>
                  <th scope="col">Bidder</th>
                  <th scope="col">Held</th>
                  <th scope="col">Asked for</th>
                  <th scope="col">Reckoned</th>
                  <th scope="col">Gets</th>
                </tr>
              </thead>
              <tbody>
                {round.lots.map((lot) => (
                  <tr key={lot.user._id}>
                    <th scope="row">
                      <bdi>{lot.user.name}</bdi>
                      {lot.user._id === userId && ' (you)'}
                    </th>
                    <td>{lot.held}</td>
                    <td>{lot.wanted}</td>
                    <td>{lot.reckoned || 'Enough for every bid'}</td>
                    <td>{lot.gets.length === 0 ? 'None' : arcNames(lot.gets)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          <p className="small sub">
            {round.lots.some(({ reckoned }) => reckoned !== '')
              ? 'Arcs go by arcs held when the offer was made. Whole arcs first, then the largest remainders; who would get more than they asked for gets that, and the rest is reckoned anew.'
              : 'There were arcs for every bid, so each gets what they asked for.'}
          </p>
        </Card>
      ))}
    </>
  )
}
