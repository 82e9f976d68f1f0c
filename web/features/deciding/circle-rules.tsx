import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { ruleWords } from '#domain/outcome.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './deciding.module.css'
import { charterHistoryQuery } from './deciding.queries.ts'

const CharterDialog = lazy(async () => ({ default: (await import('./charter-dialog.tsx')).CharterDialog }))

type CircleRulesProps = {
  circleId: string
  /** Members of a circle that has not ended agree to new versions. */
  mayAgree?: boolean
  /** The owner's button for changing the rules. */
  change?: ReactNode
}

/** The decision rules in one sentence, with a link to the charter. */
export function CircleRules({ circleId, mayAgree = false, change }: CircleRulesProps) {
  const { day } = useDates()
  const { data } = useQuery(charterHistoryQuery(circleId))
  // In the URL, so that what waits on the dashboard opens it.
  const [query, setQuery] = useSearchParams()
  const setOpen = (isOpen: boolean) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (isOpen) after.set('charter', 'true')
        else after.delete('charter')
        return after
      },
      { replace: !isOpen, preventScrollReset: true },
    )
  const isNew = mayAgree && data !== undefined && data.accepted?.version !== data.current.version
  return (
    <Card className={styles.circleRules}>
      <h2>How this circle decides</h2>
      {!data && (
        <Loading>
          <Bone height={48} radius={10} />
        </Loading>
      )}
      {data && (
        <>
          <p>{ruleWords(data.current.rules)}.</p>
          <p className="small sub">
            Charter version {data.current.version}
            {data.current.at && `, since ${day(data.current.at)}`}.{' '}
            {data.accepted && `You agreed to version ${data.accepted.version} on ${day(data.accepted.at)}.`}
          </p>
          {isNew && data.accepted && <p>Version {data.current.version} is new to you: please read it and agree.</p>}
          <div className={styles.circleRulesButtons}>
            <ActionButton variant="outline" leftSection={<IconScale {...iconProps(18)} />} onClick={() => setOpen(true)}>
              Read the charter
            </ActionButton>
            {change}
          </div>
          {query.has('charter') && (
            <Suspense>
              <CharterDialog
                circleId={circleId}
                current={data.current}
                versions={data.versions}
                mayAgree={isNew}
                onClose={() => setOpen(false)}
              />
            </Suspense>
          )}
        </>
      )}
    </Card>
  )
}
