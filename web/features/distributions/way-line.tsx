import { IconCircle, IconCircleCheck, IconCircleDot } from '@tabler/icons-react'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { WayStep } from './distribution-words.ts'
import styles from './way-line.module.css'

/** The four steps of a distribution; upright on a phone. */
export function WayLine({ steps }: { steps: readonly WayStep[] }) {
  return (
    <Card aria-label="The way of a distribution">
      <ol className={styles.root}>
        {steps.map(({ name, words, isDone, isNow }) => {
          const Icon = isDone ? IconCircleCheck : isNow ? IconCircleDot : IconCircle
          return (
            <li key={name} data-state={isDone ? 'done' : isNow ? 'now' : 'ahead'} aria-current={isNow ? 'step' : undefined}>
              <Icon {...iconProps(18)} aria-hidden />
              <span>
                <b>{name}</b>
                <bdi className="small sub">{words}</bdi>
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
