import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { usePreload } from '#web/ui/layout/use-preload.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './notices.module.css'
import { noticesQuery, useKeptMarks } from './notices.queries.ts'

const loadList = () => import('./notice-list.tsx')
const NoticeList = lazy(async () => ({ default: (await loadList()).NoticeList }))

const shown = (unread: number): string => (unread > 99 ? '99+' : String(unread))

/** The unread count is updated live. */
export function NoticeBell({ userId }: { userId: string }) {
  const [opened, { toggle, close }] = useDisclosure(false)
  const { data } = useInfiniteQuery(noticesQuery(userId))
  const kept = useKeptMarks()
  usePreload(loadList)
  const marked = data?.pages.flatMap(({ items }) => items).filter(({ _id, readAt }) => readAt === null && kept.has(_id)).length ?? 0
  const unread = kept.hasAll ? 0 : Math.max(0, (data?.pages[0]?.unread ?? 0) - marked)
  return (
    <>
      <Popover
        opened={opened}
        onChange={(wanted) => !wanted && close()}
        position="bottom-end"
        offset={12}
        width={400}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <button
            className={styles.noticeBell}
            type="button"
            onClick={toggle}
            aria-label={unread > 0 ? `Notices, ${unread} unread` : 'Notices'}
            title="Notices"
          >
            <IconBell {...iconProps(22)} />
            {unread > 0 && (
              <span className={`${styles.noticeCount} num`} aria-hidden="true">
                {shown(unread)}
              </span>
            )}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={styles.noticeDropdown} aria-label="Notices">
          <Suspense
            fallback={
              <Loading>
                <Bone height={120} radius={10} />
              </Loading>
            }
          >
            <NoticeList userId={userId} onFollow={close} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <span className="visually-hidden" role="status">
        {unread > 0 && `${unread} unread ${unread === 1 ? 'notice' : 'notices'}`}
      </span>
    </>
  )
}
