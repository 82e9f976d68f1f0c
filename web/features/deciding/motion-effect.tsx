import type { Motion } from '#contract/motions.ts'
import type { MotionOutcome } from '#domain/outcome.ts'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './motion.module.css'

const titles: Readonly<Record<MotionOutcome, string>> = {
  open: 'If it passes',
  passes: 'If it passes',
  passed: 'In force',
  did_not_pass: 'If it had passed',
  too_few_voted: 'If it had passed',
  withdrawn: 'If it had passed',
  lapsed: 'If it had passed',
}

/** What the motion changes. */
export const MotionEffect = ({ motion }: { motion: Motion }) => (
  <Card className={styles.effect}>
    <h2>{titles[motion.standing.outcome]}</h2>
    <p className="sub num">{motion.effect}</p>
  </Card>
)
