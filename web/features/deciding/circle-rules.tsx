import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatDate } from '#domain/dates.ts'
import { ruleWords } from '#domain/outcome.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './deciding.module.css'
import { charterHistoryQuery } from './deciding.queries.ts'

const CharterDialog = lazy(async () => ({ default: (await import('./charter-dialog.tsx')).CharterDialog }))

type CircleRulesProps = {
  circleId: string
  /** The owner's button for changing the rules. */
  change?: ReactNode
}

/** The decision rules in one sentence, with a link to the charter. */
export function CircleRules({ circleId, change }: CircleRulesProps) {
  const { data } = useQuery(charterHistoryQuery(circleId))
  const [isOpen, setOpen] = useState(false)
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
            {data.current.at && `, since ${formatDate(data.current.at)}`}.{' '}
            {data.accepted && `You agreed to version ${data.accepted.version} on ${formatDate(data.accepted.at)}.`}
          </p>
          <div className={styles.circleRulesButtons}>
            <ActionButton variant="outline" leftSection={<IconScale {...iconProps(18)} />} onClick={() => setOpen(true)}>
              Read the charter
            </ActionButton>
            {change}
          </div>
          {isOpen && (
            <Suspense>
              <CharterDialog current={data.current} versions={data.versions} onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </>
      )}
    </Card>
  )
}
