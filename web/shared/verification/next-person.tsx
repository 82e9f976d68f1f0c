import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { fullName } from '#domain/person.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { queueQuery } from './verification.queries.ts'
import styles from './verify.module.css'

/** Leads to the person who waits longest, besides the one on the page. */
export function NextPerson({ userId }: { userId: string }) {
  const { data: queue } = useQuery(queueQuery())
  const next = queue?.items.find(({ _id }) => _id !== userId)
  if (!next) return null
  return (
    <Link className={`text-link small ${styles.next}`} to={paths.adminQueue(next._id)}>
      Next person: <bdi>{fullName(next)}</bdi>
      <IconArrowRight {...iconProps(16)} />
    </Link>
  )
}
