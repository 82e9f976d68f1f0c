import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Offer } from '#contract/offers.ts'
import { formatDollars } from '#domain/money.ts'
import { arcNames } from '#web/shared/offers/offer-words.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { DollarField } from './dollar-field.tsx'
import styles from './offers.module.css'
import { type OfferActs, useOneAct } from './use-offer-acts.ts'
import { InviteDialog, WaitingPeople } from './waiting-people.tsx'

type Taker = Offer['takers'][number]

/** Arcs that a choice may name: the free ones, and those of choices that are not paid. */
const openArcs = ({ freeArcs, transfers }: Offer): number[] =>
  [
    ...freeArcs,
    ...transfers
      .filter(({ origin, paidAt, endedAt }) => origin === 'choice' && paidAt === null && endedAt === null)
      .flatMap(({ arcs }) => arcs),
  ].sort((a, b) => a - b)

const needsMotion = ({ admission }: Offer, { isMember }: Taker): boolean => !isMember && admission === 'by_motion'

/** Where every other holder has bid on the arcs, nobody may vote on a newcomer. */
const mayChoose = (offer: Offer, { isMember }: Taker): boolean =>
  openArcs(offer).length > 0 && (isMember || offer.admission !== 'nobody_may_vote')

function ChooseDialog({ offer, taker, acts, onClose }: { offer: Offer; taker: Taker; acts: OfferActs; onClose: () => void }) {
  const open = openArcs(offer)
  const form = useSubmitForm<{ arcs: string[]; price: number | undefined }, unknown>({
    initialValues: { arcs: open.map(String), price: taker.price },
    check: ({ arcs, price }) => [
      ...(arcs.length === 0 ? [{ field: 'arcs', message: 'Please choose arcs' }] : []),
      ...(!price || price < offer.price ? [{ field: 'price', message: `At least ${formatDollars(offer.price)}, as for the members` }] : []),
      ...(price && price > taker.price ? [{ field: 'price', message: `At most ${formatDollars(taker.price)}, as they said` }] : []),
    ],
    submit: ({ arcs, price }) => acts.choose(offer._id, { user: taker._id, arcs: arcs.map(Number), price: price ?? 0 }),
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Hand on to them?">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p>
          <bdi>{taker.name}</bdi>{' '}
          {taker.isMember
            ? 'then has 14 days to pay you.'
            : offer.admission === 'at_once'
              ? 'is new. You hold every arc, so nobody has to vote: they agree to the charter and pay you within 14 days.'
              : 'is new: the members vote on a motion to admit them, without you and without who bid. Then they agree to the charter and pay you.'}
        </p>
        <ChoicePills
          legend="Which arcs"
          choices={open.map((arc) => ({ value: String(arc), label: `Arc ${arc}` }))}
          values={form.values.arcs}
          onChange={(arcs) => form.set({ arcs })}
          error={form.errorOf('arcs')}
        />
        <DollarField label="Price per arc" required {...form.field('price')} />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton
            label={needsMotion(offer, taker) ? 'Choose and propose to admit' : 'Choose'}
            status={form.status}
            message={form.message}
          />
        </div>
      </form>
    </Dialog>
  )
}

function LowerDialog({
  offer,
  acts,
  onLowered,
  onClose,
}: {
  offer: Offer
  acts: OfferActs
  onLowered: (offerId: string) => void
  onClose: () => void
}) {
  const form = useSubmitForm<{ price: number | undefined }, { _id: string }>({
    initialValues: { price: undefined },
    check: ({ price }) => (!price || price >= offer.price ? [{ field: 'price', message: `Below ${formatDollars(offer.price)}` }] : []),
    submit: ({ price }) => acts.lowerPrice(offer._id, price ?? 0),
    onSuccess: ({ _id }) => onLowered(_id),
  })
  return (
    <Dialog opened onClose={onClose} title="Offer at a lower price?">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p>A lower price begins again with the members: sealed bids for 30 days. This offer ends.</p>
        <DollarField label="Price per arc" required {...form.field('price')} />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Offer again" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}

type OthersProps = { offer: Offer; acts: OfferActs; onLowered: (offerId: string) => void }

/** For the seller: who would take the arcs over, in the order in which they said so, and who has not answered. */
export function TakersCard({ offer, acts, onLowered }: OthersProps) {
  const [chosen, choose] = useState<Taker | null>(null)
  const [isLowering, lower] = useState(false)
  const [isInviting, invite] = useState(false)
  const hasNewcomer = offer.takers.some(({ isMember }) => !isMember)
  return (
    <Card className={`${styles.stack} ${styles.first}`}>
      <CardHeader
        title={offer.freeArcs.length > 0 ? `Open to others: ${arcNames(offer.freeArcs)}` : 'Open to others'}
        aside={
          <ActionButton variant="outline" leftSection={<IconUserPlus {...iconProps(18)} />} onClick={() => invite(true)}>
            Invite someone
          </ActionButton>
        }
      />
      <p className="small sub">
        Never below {formatDollars(offer.price)}, nor above what they name with their yes. You choose among those who say yes, and may
        change until they have paid; until then they may say no.
      </p>
      {offer.takers.length === 0 ? (
        <p className="sub">Nobody has said yes yet. The waiting list, people with an invitation and the members were told.</p>
      ) : (
        <ul className={styles.rows}>
          {offer.takers.map((taker) => (
            <li key={taker._id}>
              <span>
                <bdi>{taker.name}</bdi> <Badge kind="evergreen">{taker.isMember ? 'Member, says yes' : 'Says yes'}</Badge>
                <span className="small sub num"> at most {formatDollars(taker.price)} per arc</span>
              </span>
              {mayChoose(offer, taker) && (
                <ActionButton variant="light" onClick={() => choose(taker)}>
                  {needsMotion(offer, taker) ? 'Propose to admit' : 'Choose'}
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasNewcomer && offer.admission === 'nobody_may_vote' && (
        <p>
          Every other member has bid on these arcs, so nobody may vote on a newcomer. Choose a member, or offer the arcs at a lower price:
          who does not bid then may vote.
        </p>
      )}
      <WaitingPeople offer={offer} acts={acts} />
      {offer.mayLower && (
        <ActionButton className={styles.lower} variant="subtle" data-flush="start" onClick={() => lower(true)}>
          Offer at a lower price
        </ActionButton>
      )}
      {chosen && <ChooseDialog offer={offer} taker={chosen} acts={acts} onClose={() => choose(null)} />}
      {isLowering && <LowerDialog offer={offer} acts={acts} onLowered={onLowered} onClose={() => lower(false)} />}
      {isInviting && <InviteDialog offer={offer} acts={acts} onClose={() => invite(false)} />}
    </Card>
  )
}

/** Says yes at a price, which is at least that of the offer. */
function YesForm({ offer, acts }: Omit<OthersProps, 'onLowered'>) {
  const form = useSubmitForm<{ price: number | undefined }, unknown>({
    initialValues: { price: offer.price },
    check: ({ price }) =>
      !price || price < offer.price ? [{ field: 'price', message: `At least ${formatDollars(offer.price)}, as for the members` }] : [],
    submit: ({ price }) => acts.yes(offer._id, price ?? offer.price),
    onSuccess: () => {
      toast.success('You have said yes')
    },
  })
  return (
    <form className={formMessagesStyles.formStack} {...form.formProps}>
      <p>
        {arcNames(offer.freeArcs.length > 0 ? offer.freeArcs : offer.arcs)}, at {formatDollars(offer.price)} per arc or more.
        {!offer.isMember &&
          ' The member sees your name. If they choose you, the members vote on you; then you agree to the charter and pay the member directly. Arcstead moves no money.'}
      </p>
      <DollarField
        label="At most, per arc"
        required
        description="You cannot be chosen at a higher price. If you are chosen, you can still say no until you have paid."
        {...form.field('price')}
      />
      <SubmitButton label="Yes, I would" status={form.status} message={form.message} />
    </form>
  )
}

/** For everyone else: whether they would take arcs over. */
export function YesCard({ offer, acts }: Omit<OthersProps, 'onLowered'>) {
  const { busy, act } = useOneAct()
  const isChosen = offer.transfers.some(({ mayDecline }) => mayDecline)
  return (
    <Card className={`${styles.stack} ${styles.first}`}>
      <CardHeader title="Would you take them over?" />
      {offer.myYesPrice !== null ? (
        <>
          <p>
            You have said yes. You would pay at most {formatDollars(offer.myYesPrice)} per arc. The member who hands them on chooses among
            those who have, and you are told.
          </p>
          {!isChosen && (
            <ActionButton variant="subtle" loading={busy === 'no'} onClick={() => act('no', 'Taken back', () => acts.decline(offer._id))}>
              Take back
            </ActionButton>
          )}
        </>
      ) : offer.maySayYes ? (
        <YesForm offer={offer} acts={acts} />
      ) : (
        <p className="sub">{offer.whyNot ?? 'These arcs are not open any more.'}</p>
      )}
    </Card>
  )
}
