import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { OfferList, OfferSummary } from '#contract/offers.ts'
import { paths } from '#contract/paths.ts'
import { formatCents, formatDollars } from '#domain/money.ts'
import { whyLength } from '#domain/motion-kinds.ts'
import { circleQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { arcNames } from '#web/shared/offers/offer-words.ts'
import { offersQuery } from '#web/shared/offers/offers.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { DollarField } from './dollar-field.tsx'
import styles from './offers.module.css'
import { useOfferActs } from './use-offer-acts.ts'

type Basis = NonNullable<OfferList['basis']>
type FormProps = { circleId: string; basis: Basis; onClose: () => void }

function OfferForm({ circleId, basis, onClose }: FormProps) {
  const acts = useOfferActs(circleId)
  const navigate = useNavigate()
  const free = basis.arcs.filter((arc) => !basis.offered.includes(arc))
  const form = useSubmitForm<{ arcs: string[]; price: number | undefined; why: string }, { _id: string }>({
    initialValues: { arcs: free.length === 1 ? free.map(String) : [], price: undefined, why: '' },
    check: ({ arcs, price }) => [
      ...(arcs.length === 0 ? [{ field: 'arcs', message: 'Please choose arcs' }] : []),
      ...(basis.isOwner && arcs.length === free.length
        ? [{ field: 'arcs', message: 'You own the circle: hand it over before your last arc' }]
        : []),
      ...(price ? [] : [{ field: 'price', message: 'Please give a price in whole dollars' }]),
    ],
    submit: ({ arcs, price, why }) => acts.offer({ arcs: arcs.map(Number), price: price ?? 0, why: why.trim() }),
    onSuccess: ({ _id }) => navigate(paths.circleOffer(circleId, _id)),
  })
  const chosen = basis.aids.filter(({ arc }) => form.values.arcs.includes(String(arc)))
  const aids = chosen.length > 0 ? chosen : basis.aids
  const paidIn = Math.round(aids.reduce((sum, { paidInCents }) => sum + paidInCents, 0) / Math.max(1, aids.length))
  return (
    <Dialog opened onClose={onClose} title="Hand on arcs">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <ChoicePills
          legend="Which arcs"
          required
          choices={free.map((arc) => ({ value: String(arc), label: `Arc ${arc}` }))}
          values={form.values.arcs}
          onChange={(arcs) => form.set({ arcs })}
          error={form.errorOf('arcs')}
        />
        <DollarField label="Price per arc" description="Whole dollars. Your own choice." required {...form.field('price')} />
        <dl className={`${styles.aids} num`}>
          <div>
            <dt>Was paid in</dt>
            <dd>{formatCents(paidIn)}</dd>
          </div>
          <div>
            <dt>Last appraisal</dt>
            <dd>{basis.appraisalCents === null ? 'None' : formatCents(basis.appraisalCents)}</dd>
          </div>
          <div>
            <dt>Book value</dt>
            <dd>{formatCents(basis.bookValueCents)}</dd>
          </div>
        </dl>
        <TextAreaField label="Why (optional)" maxLength={whyLength} {...form.field('why')} />
        <p className="small sub">
          The members come first: sealed bids for 30 days, opened together. What no member takes is open to others for 60 days. You can
          withdraw until the bids are opened. An unpaid part of a call goes over with its arc.
        </p>
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Offer to the members" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}

function Offers({ circleId, title, offers }: { circleId: string; title: string; offers: readonly OfferSummary[] }) {
  return (
    <Card>
      <CardHeader title={title} />
      <ul className={styles.rows}>
        {offers.map((offer) => (
          <li key={offer._id}>
            <span>
              <Link className="text-link" to={paths.circleOffer(circleId, offer._id)}>
                {arcNames(offer.arcs)}
              </Link>{' '}
              {offer.isMine ? 'offered by you' : offer.seller && <bdi>{offer.seller.name}</bdi>}
              <span className="small sub num">
                {' '}
                · {formatDollars(offer.price)} per arc · {offer.words}
              </span>
            </span>
            {offer.waitsForMe && <Badge kind="outline">{offer.waitsForMe}</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The offers of arcs of a circle, and the form for a new one. For members. */
export function OffersPage({ circleId }: { circleId: string }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: list } = useSuspenseQuery(offersQuery(circleId))
  const [isOffering, offer] = useState(false)
  useWatchCircle(circleId)
  const { basis, open, over } = list
  return (
    <>
      <BackButton to={paths.circleMembers(circleId)} label="Members" />
      <PageHeading
        subtitle={<bdi>{circle.title}</bdi>}
        actions={basis?.mayOffer && <ActionButton onClick={() => offer(true)}>Hand on arcs</ActionButton>}
      >
        Offers of arcs
      </PageHeading>
      <div className={styles.stack}>
        {basis && !basis.mayOffer && basis.whyNot && <p className="sub">{basis.whyNot}</p>}
        {open.length === 0 && (
          <Card>
            <p className="sub">No arcs are offered now. Members who want to leave, or to hold less, offer arcs to the others first.</p>
          </Card>
        )}
        {open.length > 0 && <Offers circleId={circleId} title="Open" offers={open} />}
        {over.length > 0 && <Offers circleId={circleId} title="Over" offers={over} />}
      </div>
      {isOffering && basis && <OfferForm circleId={circleId} basis={basis} onClose={() => offer(false)} />}
    </>
  )
}
