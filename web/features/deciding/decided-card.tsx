import { IconFileCertificate, IconLock, IconMessageCircle, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Deciding } from '#contract/deciding.ts'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { preferenceValues } from '#domain/choices.ts'
import { placeAndPrice } from '#domain/listing.ts'
import { formatMoney } from '#domain/money.ts'
import { lateWords, outcomeHint, silentWords, votesToPass } from '#domain/outcome.ts'
import { ListingPicture } from '#web/shared/listing/listing-picture.tsx'
import { Day, Moment } from '#web/shared/time/moment.tsx'
import { OutcomeBadge } from '#web/shared/vote/outcome-badge.tsx'
import { StandingBar } from '#web/shared/vote/standing-bar.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { PictureCard } from '#web/ui/layout/picture-card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './decided-card.module.css'
import { useClosingRecord } from './use-closing-record.ts'

type DecidedCardProps = {
  property: Property
  /** Absent for people who may not edit; only the listing status can still change. */
  editPath: string | undefined
  /** Opens reasons and discussion. */
  onOpen: () => void
}

/** A property on which voting has closed, as it stood then. Nothing on it can be changed. */
export function DecidedCard({ property, editPath, onOpen }: DecidedCardProps) {
  const { deciding, address, circle } = property
  const record = useClosingRecord(property)
  if (!deciding?.closesAt) return null
  const { standing } = deciding
  return (
    <PictureCard picture={<ListingPicture property={property} />} bodyClassName={styles.body}>
      <p className={styles.outcome}>
        <OutcomeBadge outcome={standing.outcome} />
        <span className="small muted">
          <Day at={deciding.closesAt} />
        </span>
      </p>
      <h3>
        <Link className={styles.title} to={paths.propertyPage(circle._id, property._id)}>
          {address}
        </Link>
      </h3>
      <p className="small sub num">{placeAndPrice(property, (price) => `${formatMoney(price)} then`)}</p>
      <p className={`${styles.words} num`}>{standing.words}</p>
      <StandingBar choices={preferenceValues} standing={standing} passesFrom={record ? votesToPass(record.rules, standing) : undefined} />
      <Stamp deciding={deciding} closesAt={deciding.closesAt} version={record?.rules.version} />
      <div className={styles.actions}>
        <div className={styles.links}>
          <ActionButton
            variant="subtle"
            data-flush="start"
            onClick={onOpen}
            leftSection={<IconMessageCircle {...iconProps(18)} />}
            aria-label={`Reasons and discussion: ${address}`}
          >
            Reasons and discussion
          </ActionButton>
          {editPath && (
            <ActionButton
              variant="subtle"
              data-flush="end"
              to={editPath}
              leftSection={<IconPencil {...iconProps(16)} />}
              aria-label={`Edit ${address}`}
            >
              Edit
            </ActionButton>
          )}
        </div>
        <ActionButton
          variant="outline"
          fullWidth
          to={paths.circleRecord(circle._id, property._id)}
          leftSection={<IconFileCertificate {...iconProps(18)} />}
          aria-label={`Open the record: ${address}`}
        >
          Open the record
        </ActionButton>
      </div>
    </PictureCard>
  )
}

function Stamp({ deciding, closesAt, version }: { deciding: Deciding; closesAt: string; version: number | undefined }) {
  const late = lateWords(deciding.standing.late)
  const silent = silentWords(deciding.standing, deciding.countBy, true)
  const hint = outcomeHint(deciding.standing.outcome)
  return (
    <IconNote className={styles.stamp} icon={<IconLock {...iconProps(16)} />}>
      {hint && `${hint} `}
      {late && `${late}. `}
      {silent && `${silent}. `}
      Shown as it stood on <Moment at={closesAt} />
      {version !== undefined && `, under charter version ${version}`}.
    </IconNote>
  )
}
