import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/api/session.ts'
import { statementYearsQuery } from '#web/shared/statements/statement-years.queries.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatementPage } from './statement-page.tsx'

/** My statement of a year. Also for who was a member: the server says who may read. */
export function YearStatementScreen() {
  const { id = '', year = '' } = useParams()
  const user = useUser()
  if (!user) return null
  if (year === 'latest') return <Latest key={id} circleId={id} />
  return <StatementPage key={`${id} ${year}`} circleId={id} year={year} userId={user._id} />
}

function Latest({ circleId }: { circleId: string }) {
  const { data } = useSuspenseQuery(statementYearsQuery(circleId))
  const [newest] = data.years
  if (newest) return <Navigate to={paths.yearStatement(circleId, newest.year)} replace />
  return (
    <>
      <BackButton to={paths.circleBook(circleId)} label="Book" />
      <EmptyState title="No statements yet" level="h1">
        There is one for each year from the first entry of the book on.
      </EmptyState>
    </>
  )
}
