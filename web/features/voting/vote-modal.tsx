import { useState } from 'react'
import type { Property } from '#contract/properties.ts'
import type { Preference } from '#domain/choices.ts'
import { formatMoney } from '#domain/money.ts'
import { longestReason } from '#domain/thread.ts'
import { isRefusal } from '#web/api/api-error.ts'
import { ListingPicture } from '#web/api/listing-picture.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { voteChoices } from './vote-choices.tsx'
import styles from './voting.module.css'
import { useCastVote } from './voting.queries.ts'

type VoteModalProps = { property: Property; userId: string; onClose: () => void }

const choices = voteChoices.map(({ value, text, detail, tone, icon }) => ({ value, label: text, detail, tone, icon: icon(20) }))

export function VoteModal({ property, userId, onClose }: VoteModalProps) {
  const current = property.preferences.find((vote) => vote.user === userId)?.preference ?? null
  const currentReason = property.deciding?.votes?.find((vote) => vote.user === userId)?.reason ?? ''
  const [chosen, choose] = useState<Preference | null>(current)
  const [reason, setReason] = useState(currentReason)
  const cast = useCastVote(property, userId)
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
          <ActionButton loading={cast.isPending} disabled={isSame} onClick={save}>
            Save Vote
          </ActionButton>
        </>
      }
    >
      <div className={styles.voteModalProperty}>
        <ListingPicture imageKey={property.listingImg.imageUri} seed={property._id} />
        <p>
          <strong>{property.address}</strong>
          <span className="small sub">
            {property.city}, {property.state} {property.zipCode} · {formatMoney(property.price)}
          </span>
        </p>
      </div>
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
        {isRefusal(cast.error, 'voting_closed') && <FieldMessage>{cast.error?.message}</FieldMessage>}
      </div>
    </Dialog>
  )
}
