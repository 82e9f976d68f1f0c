import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { isAllowedIn, type Stage } from '#domain/stages.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './deciding.module.css'
import { charterHistoryQuery } from './deciding.queries.ts'

const ChangeRulesDialog = lazy(async () => ({ default: (await import('./change-rules-dialog.tsx')).ChangeRulesDialog }))

const isInUse = ({ deciding, preferences }: Property): boolean => preferences.length > 0 && !deciding?.isClosed

type ChangeRulesProps = { circleId: string; stage: Stage }

/**
 * For the owner. From deciding on, and once a motion has set the rules, they are changed by a motion only. Until then they are locked while
 * a vote is open, because people must know the rules they vote under.
 */
export function ChangeRules({ circleId, stage }: ChangeRulesProps) {
  const { data: charters } = useQuery(charterHistoryQuery(circleId))
  if (isAllowedIn(stage, 'propose_motion')) {
    return (
      <div className={styles.changeRules}>
        <ActionButton variant="outline" to={paths.proposeRules(circleId)}>
          Propose new rules
        </ActionButton>
        <p className="small sub">Since every arc is held, the circle changes its rules by a motion.</p>
      </div>
    )
  }
  if (charters?.isSetByMotion)
    return <p className="small sub">A motion has set these rules, so only a motion changes them, once every arc is held.</p>
  return <ChangeByOwner circleId={circleId} />
}

function ChangeByOwner({ circleId }: { circleId: string }) {
  const { data: charters } = useQuery(charterHistoryQuery(circleId))
  const { data: properties } = useQuery(propertiesQuery(circleId))
  const [isOpen, setOpen] = useState(false)
  const inUse = properties?.filter(isInUse) ?? []
  const isLocked = inUse.length > 0
  return (
    <div className={styles.changeRules}>
      <ActionButton
        variant="outline"
        disabled={!charters || !properties || isLocked}
        onClick={() => setOpen(true)}
        {...(isLocked && { leftSection: <IconLock {...iconProps(16)} /> })}
      >
        Change rules
      </ActionButton>
      {isLocked && (
        <p className="small sub">
          Locked while {inUse.length === 1 ? 'an open property has votes' : `${inUse.length} open properties have votes`}: people voted
          under these rules.
        </p>
      )}
      {isOpen && charters && (
        <Suspense>
          <ChangeRulesDialog circleId={circleId} rules={charters.current.rules} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The same as a section of the owner's tools. */
export function RulesTool({ circleId, stage }: ChangeRulesProps) {
  return (
    <div>
      <h3>Decision rules</h3>
      <p className="small sub">How votes count, and when a property passes.</p>
      <ChangeRules circleId={circleId} stage={stage} />
    </div>
  )
}
