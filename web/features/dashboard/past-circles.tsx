import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { owedWords } from '#web/shared/past-circles/owed-words.ts'
import { pastCirclesQuery } from '#web/shared/past-circles/past-circles.queries.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { CardGrid } from '#web/ui/layout/card-grid.tsx'
import styles from './dashboard.module.css'

/** Absent while the person has left no circle. */
export function PastCircles({ userId }: { userId: string }) {
  const { data: past = [] } = useQuery(pastCirclesQuery(userId))
  const { day } = useDates()
  if (past.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>Circles You Were Part Of</h2>
      <CardGrid className={styles.circles}>
        {past.map(({ circle, leftAt, owedCents }) => (
          <li key={circle._id}>
            <Card padded className={styles.miniCard}>
              <div>
                <h3>
                  <Link to={paths.pastCircle(circle._id)}>
                    <bdi>{circle.title}</bdi>
                  </Link>
                </h3>
                <p className={`${styles.miniCardFacts} num`}>
                  <span>Until {day(leftAt)}</span>
                  {owedCents !== 0 && <span>{owedWords(owedCents)}</span>}
                </p>
              </div>
            </Card>
          </li>
        ))}
      </CardGrid>
    </section>
  )
}
