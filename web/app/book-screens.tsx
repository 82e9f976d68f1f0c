import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/api/session.ts'
import { EntryPage } from '#web/features/book/entry-page.tsx'
import { ImportPage } from '#web/features/book/import-page.tsx'
import { MatchPage } from '#web/features/book/match-page.tsx'
import { MonthPage } from '#web/features/book/month-page.tsx'
import { MembersOnly } from './circle-redirects.tsx'

/** The pages of a circle's book are for its members only. */
function OfTheBook({
  children,
}: {
  children: (circleId: string, userId: string, params: Readonly<Record<string, string | undefined>>) => ReactNode
}) {
  const { id = '', ...params } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <MembersOnly key={id} circleId={id} user={user} brokersAt={paths.brokerCircle(id)}>
      {children(id, user._id, params)}
    </MembersOnly>
  )
}

export const BookEntryScreen = () => (
  <OfTheBook>{(circleId, _user, { entryId = '' }) => <EntryPage key={entryId} circleId={circleId} entryId={entryId} />}</OfTheBook>
)
export const BookImportScreen = () => <OfTheBook>{(circleId) => <ImportPage circleId={circleId} />}</OfTheBook>
export const BookMatchScreen = () => <OfTheBook>{(circleId) => <MatchPage circleId={circleId} />}</OfTheBook>
export const BookMonthScreen = () => (
  <OfTheBook>{(circleId, userId, { month = '' }) => <MonthPage circleId={circleId} month={month} userId={userId} />}</OfTheBook>
)
