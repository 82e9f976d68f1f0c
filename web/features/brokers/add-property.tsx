import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { bringProblem } from '#domain/broker-desk.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { areaText, BrokerRing } from './broker-card.tsx'
import styles from './desk.module.css'

/** A property is added to a circle: asks for which one, unless there is only one. */
export function AddProperty({ circles }: { circles: readonly Circle[] }) {
  const [isAsking, ask] = useState(false)
  const open = circles.filter(({ stage }) => bringProblem(stage) === null)
  const [only] = open
  if (!only) return null
  const target = open.length === 1 ? { to: paths.brokerAddProperty(only._id) } : { onClick: () => ask(true) }
  return (
    <>
      <ActionButton variant="outline" leftSection={<IconPlus {...iconProps(18)} />} {...target}>
        Add Property
      </ActionButton>
      <Dialog opened={isAsking} onClose={() => ask(false)} title="Add Property">
        <p className="sub">For which circle? In the form you can bring it to others too.</p>
        <ul className={styles.targets}>
          {open.map((circle) => (
            <li key={circle._id}>
              <Link to={paths.brokerAddProperty(circle._id)}>
                <BrokerRing circle={circle} size={28} />
                <span className={styles.targetWords}>
                  <b>
                    <bdi>{circle.title}</bdi>
                  </b>
                  <span className="small sub">{areaText(circle)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
