import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import type { CircleOwner } from '#contract/questions.ts'
import { formatCalendarMonth } from '#domain/dates.ts'
import { initialOf } from '#domain/person.ts'
import { circlesWords, unshownOwner } from '#domain/questions.ts'
import { useStoredFile } from '#web/api/files.ts'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './before-joining.module.css'

type Shown = NonNullable<CircleOwner['shown']>

function Picture({ fileKey, initial }: { fileKey: string; initial: string }) {
  const { file, onBroken } = useStoredFile(fileKey)
  return <Avatar initial={initial} filled size={72} picture={file?.url} onBroken={onBroken} />
}

function ShownOwner({ owner, shown }: { owner: CircleOwner; shown: Shown }) {
  const initial = initialOf({ firstName: shown.firstName, lastName: '' })
  return (
    <div className={styles.behind}>
      {shown.profileImageKey ? (
        <Picture fileKey={shown.profileImageKey} initial={initial} />
      ) : (
        <Avatar initial={initial} filled size={72} />
      )}
      <div>
        <p className={styles.name}>
          <bdi>{shown.firstName}</bdi>
        </p>
        <p className={styles.facts}>
          {owner.isVerified && (
            <Badge kind="evergreen" icon={<IconRosetteDiscountCheck {...iconProps(16)} />}>
              verified
            </Badge>
          )}
          <span>Member since {formatCalendarMonth(shown.memberSince)}</span>
          <span>{circlesWords(owner.circles)}</span>
        </p>
      </div>
      {shown.about && <p className={styles.about}>{shown.about}</p>}
    </div>
  )
}

/** The owner as they wish to be seen. */
export function WhoIsBehind({ owner, mayAsk }: { owner: CircleOwner; mayAsk: boolean }) {
  return (
    <Card>
      <h2 className={styles.heading}>Who is behind it</h2>
      {owner.shown ? (
        <ShownOwner owner={owner} shown={owner.shown} />
      ) : (
        <div className="sub">
          <p>{unshownOwner(owner)}</p>
          {mayAsk && <p>You can ask a question before you join.</p>}
        </div>
      )}
    </Card>
  )
}
