import { useState } from 'react'
import type { Property } from '#contract/properties.ts'
import type { Preference } from '#domain/choices.ts'
import { formatMoney } from '#domain/money.ts'
import { ListingPicture } from '#web/api/listing-picture.tsx'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ChoiceTiles } from '#web/ui/choice-tiles.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { voteChoices } from './vote-choices.tsx'
import { useCastVote } from './voting.queries.ts'

type VoteModalProps = { property: Property; userId: string; onClose: () => void }

const choices = voteChoices.map(({ value, text, detail, tone, icon }) => ({ value, label: text, detail, tone, icon: icon(20) }))

export function VoteModal({ property, userId, onClose }: VoteModalProps) {
  const current = property.preferences.find((vote) => vote.user === userId)?.preference ?? null
  const [chosen, choose] = useState<Preference | null>(current)
  const cast = useCastVote(property, userId)
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
          <ActionButton loading={cast.isPending} disabled={chosen === current} onClick={() => cast.mutate(chosen, { onSuccess: onClose })}>
            Save Vote
          </ActionButton>
        </>
      }
    >
      <div className="vote-modal-property">
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
    </Dialog>
  )
}
