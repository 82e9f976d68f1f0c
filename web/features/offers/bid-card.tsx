import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import type { Offer } from '#contract/offers.ts'
import { arcsWords } from '#domain/arcs.ts'
import { formatDollars } from '#domain/money.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './offers.module.css'
import { type OfferActs, useOneAct } from './use-offer-acts.ts'

type BidCardProps = {
  offer: Offer
  acts: OfferActs
  wanted: number
  onWanted: (wanted: number) => void
}

function SealedBid({ offer, acts, onChange }: { offer: Offer; acts: OfferActs; onChange: () => void }) {
  const { busy, act } = useOneAct()
  return (
    <Card className={`${styles.stack} ${styles.first}`}>
      <CardHeader title={`Your bid is sealed: ${arcsWords(offer.myBid ?? 0)}`} />
      <p className="sub">
        Opened <Moment at={offer.membersUntil} />
      </p>
      <div className={styles.acts}>
        <ActionButton variant="outline" onClick={onChange}>
          Change
        </ActionButton>
        <ActionButton
          variant="subtle"
          loading={busy === 'back'}
          onClick={() => act('back', 'Your bid is taken back', () => acts.bid(offer._id, 0))}
        >
          Take back
        </ActionButton>
      </div>
      <p className="small sub">How many others have bid is not shown.</p>
    </Card>
  )
}

/** The reader's sealed bid: how many arcs they would take at the price. */
export function BidCard({ offer, acts, wanted, onWanted }: BidCardProps) {
  const [isChanging, change] = useState(false)
  const [isAgreed, agree] = useState(false)
  const { busy, act } = useOneAct()
  if (offer.myBid !== null && offer.myBid > 0 && !isChanging) return <SealedBid offer={offer} acts={acts} onChange={() => change(true)} />
  const choices = Array.from({ length: offer.arcs.length + 1 }, (_, count) => ({
    value: String(count),
    label: count === 0 ? 'None' : arcsWords(count),
    detail: count === 0 ? 'No bid' : formatDollars(count * offer.price),
  }))
  const seal = async () => {
    if (await act('bid', wanted === 0 ? 'You do not bid' : 'Your bid is sealed', () => acts.bid(offer._id, wanted))) change(false)
  }
  return (
    <Card className={`${styles.stack} ${styles.first}`}>
      <CardHeader title="Your sealed bid" />
      <ChoiceTiles
        legend={`How many arcs would you take at ${formatDollars(offer.price)}?`}
        choices={choices}
        value={String(wanted)}
        onChange={(value) => onWanted(Number(value))}
        tone="clay"
        columns={3}
      />
      {wanted > 0 && (
        <ToggleField
          label={`I will pay ${offer.seller?.name ?? 'the seller'} directly within 14 days of the result. Arcstead moves no money.`}
          value={isAgreed}
          onChange={agree}
        />
      )}
      <ActionButton
        loading={busy === 'bid'}
        disabled={wanted > 0 && !isAgreed}
        leftSection={<IconMail {...iconProps(18)} />}
        onClick={() => void seal()}
      >
        {wanted === 0 ? 'I do not bid' : 'Seal my bid'}
      </ActionButton>
      <p className="small sub">
        Nobody sees it before <Moment at={offer.membersUntil} />, not even the seller. You can change or take it back until then. Being
        early wins nothing.
      </p>
    </Card>
  )
}

/** What the seller sees before the bids are opened. */
export function SellerCard({ offer, acts }: { offer: Offer; acts: OfferActs }) {
  const [isAsking, ask] = useState(false)
  const { busy, act } = useOneAct()
  return (
    <Card className={`${styles.stack} ${styles.first}`}>
      <CardHeader title="Your offer" />
      <p className="sub">
        Bids are sealed. You see them when they are opened, on <Moment at={offer.membersUntil} />. You can withdraw until then.
      </p>
      <ActionButton variant="outline" color="red" loading={busy === 'withdraw'} onClick={() => ask(true)}>
        Withdraw the offer
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        title="Withdraw the offer?"
        confirmLabel="Withdraw"
        consequence="Its bids are never opened. The arcs stay yours, and you can offer them again."
        onCancel={() => ask(false)}
        onConfirm={() => {
          ask(false)
          void act('withdraw', 'Withdrawn', () => acts.withdraw(offer._id))
        }}
      />
    </Card>
  )
}
