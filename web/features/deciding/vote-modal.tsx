import { useState } from 'react'
import type { Property } from '#contract/properties.ts'
import { type Preference, preferences } from '#domain/choices.ts'
import { placeAndPrice } from '#domain/listing.ts'
import { formatMoney } from '#domain/money.ts'
import { longestReason } from '#domain/thread.ts'
import { ListingPicture } from '#web/shared/listing/listing-picture.tsx'
import { ChangedMeanwhile } from '#web/shared/vote/changed-meanwhile.tsx'
import { ChoiceSign, toneOf } from '#web/shared/vote/choices.tsx'
import { useReadVersion } from '#web/shared/vote/use-read-version.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { propertyChanges } from './property-changes.ts'
import styles from './voting.module.css'
import { useCastVote, useKeptVote, voteFailure } from './voting.queries.ts'

type VoteModalProps = { property: Property; userId: string; onClose: () => void }

const details: Readonly<Record<Preference, string>> = {
  invest: 'You would commit your arc to this property.',
  watchList: 'Worth following; not ready to commit yet.',
  veto: 'You do not want the circle to buy this one.',
}
const choices = preferences.map(({ value, text }) => ({
  value,
  label: text,
  detail: details[value],
  tone: toneOf(value),
  icon: <ChoiceSign choice={value} size={20} />,
}))

export function VoteModal({ property, userId, onClose }: VoteModalProps) {
  const kept = useKeptVote(property)
  const counted = property.preferences.find((vote) => vote.user === userId)?.preference ?? null
  const current = kept ? kept.preference : counted
  const currentReason = kept?.reason ?? property.deciding?.votes?.find((vote) => vote.user === userId)?.reason ?? ''
  const [chosen, choose] = useState<Preference | null>(current)
  const [reason, setReason] = useState(currentReason)
  const { read, isOutdated, readAgain } = useReadVersion(property)
  const cast = useCastVote(read, userId)
  // After a change of the property, people may also confirm their existing vote.
  const isAskedAgain = (property.deciding?.changedSinceVote.length ?? 0) > 0
  const isSame = chosen === current && (chosen === null || (reason.trim() === currentReason && !isAskedAgain))
  const save = () =>
    cast.mutate(chosen ? { preference: chosen, reason: reason.trim() || null } : { preference: null }, { onSuccess: onClose })
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Vote on Property"
      aside={
        <ActionButton variant="subtle" onClick={() => choose(null)} disabled={chosen === null}>
          Clear selection
        </ActionButton>
      }
      actions={
        <>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <ActionButton loading={cast.isPending} disabled={isSame || isOutdated} onClick={save}>
            Save Vote
          </ActionButton>
        </>
      }
    >
      <div className={styles.voteModalProperty}>
        <ListingPicture property={property} />
        <p>
          <strong>
            <bdi>{property.address}</bdi>
          </strong>
          <span className="small sub">{placeAndPrice(property, formatMoney)}</span>
        </p>
      </div>
      {isOutdated && (
        <ChangedMeanwhile
          what="property"
          changes={propertyChanges(read, property)}
          onRead={() => {
            readAgain()
            cast.reset()
          }}
        />
      )}
      <ChoiceTiles
        legend="Your vote"
        hideLegend
        layout="rows"
        choices={choices}
        value={chosen}
        onChange={(value) => choose(value as Preference)}
      />
      <div className={styles.voteModalReason}>
        <CountedTextArea
          label="Your reason (optional)"
          placeholder="Why? The members of your circle read this."
          rows={2}
          maxLength={longestReason}
          disabled={chosen === null}
          value={reason}
          onChange={setReason}
        />
        {cast.error && !isOutdated && <FieldMessage>{voteFailure(cast.error)}</FieldMessage>}
      </div>
    </Dialog>
  )
}
