import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { formatCents } from '#domain/money.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { bookFormQuery, bookQuery } from './book.queries.ts'
import styles from './motion-money.module.css'

const periods = { month: 'this month', year: 'this year' } as const

/** What is left of a spend that passed; the treasurer books under it from here. Absent once its last day has passed. */
export function MotionMoney({ circleId, motionId }: { circleId: string; motionId: string }) {
  const { data: form } = useQuery(bookFormQuery(circleId))
  const { data: book } = useQuery(bookQuery(circleId))
  const motion = form?.motions.find(({ _id }) => _id === motionId)
  if (!motion || motion.leftCents === null) return null
  const leftCents = Math.max(0, motion.leftCents)
  const used = motion.amountCents - motion.leftCents
  return (
    <Card className={styles.root}>
      <h2>What is left</h2>
      <p className={`${styles.left} num`}>{formatCents(leftCents)}</p>
      <p className="small sub num">
        of {formatCents(motion.amountCents)}
        {motion.every && ` ${periods[motion.every]}`}; {formatCents(used)} booked.
      </p>
      <ProgressBar percent={Math.max(0, Math.min(100, Math.round((used * 100) / motion.amountCents)))} label="Booked of the motion" />
      {book?.may.book && leftCents > 0 && (
        <ActionButton to={paths.circleBookPay(circleId, motionId)} leftSection={<IconPlus {...iconProps(18)} />}>
          Book it
        </ActionButton>
      )}
    </Card>
  )
}
