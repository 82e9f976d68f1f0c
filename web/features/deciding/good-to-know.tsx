import { IconBell, IconLock, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { sameMotionDays } from '#domain/motion-kinds.ts'
import { durationWords, periodWords, reminderSeconds } from '#domain/notice-period.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './motion-form.module.css'

/** What happens once the motion is made. */
export function GoodToKnow({ others, noticeSeconds }: { others: number; noticeSeconds: number }) {
  return (
    <Card className={styles.know}>
      <h2>Good to know</h2>
      <ul>
        <Fact icon={<IconLock {...iconProps(18)} />} title="Locked by the first vote">
          Until then you can still change it, and everyone gets a notice. Afterwards a changed motion is a new one.
        </Fact>
        <Fact icon={<IconBell {...iconProps(18)} />} title="Everyone is told">
          {others === 1 ? '1 member gets' : `${others} members get`} a notice now; who has not voted is reminded once,{' '}
          {periodWords(reminderSeconds(noticeSeconds))} before it closes.
        </Fact>
        <Fact icon={<IconRefresh {...iconProps(18)} />} title="After a no">
          You can propose the same again after {durationWords(sameMotionDays * noticeSeconds)}, others at any time. That also holds if you
          withdraw it after a vote.
        </Fact>
      </ul>
    </Card>
  )
}

const Fact = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <li>
    <IconDisc tone="evergreen" size={34}>
      {icon}
    </IconDisc>
    <p>
      <strong>{title}</strong>
      <span className="small sub">{children}</span>
    </p>
  </li>
)
