import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { IconDots, IconFlag, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { LazyReportDialog } from '#web/shared/report/report-button.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { useMenuTypeAhead } from '#web/ui/fields/menu-type-ahead.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './post.module.css'

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast.success('Link copied')
  } catch {
    toast.warning(`The link could not be copied. It is ${link}`, { duration: longToast })
  }
}

type PostMenuProps = {
  author: string
  path: string
  /** The id of a post that the reader may report; null for their own. */
  reportId: string | null
}

/** What everyone may do with a post. */
export function PostMenu({ author, path, reportId }: PostMenuProps) {
  const typeAhead = useMenuTypeAhead()
  const [isReporting, setReporting] = useState(false)
  return (
    <>
      <Menu width={212} position="bottom-end">
        <Menu.Target>
          <button className={styles.menu} type="button" aria-label={`More about this post of ${author}`}>
            <IconDots {...iconProps(19)} />
          </button>
        </Menu.Target>
        <Menu.Dropdown onKeyDown={typeAhead}>
          <Menu.Item leftSection={<IconLink {...iconProps(18)} />} onClick={() => void copy(`${window.location.origin}${path}`)}>
            Copy link to post
          </Menu.Item>
          {reportId !== null && (
            <Menu.Item leftSection={<IconFlag {...iconProps(18)} />} onClick={() => setReporting(true)}>
              Report
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {reportId !== null && <LazyReportDialog kind="post" id={reportId} opened={isReporting} onClose={() => setReporting(false)} />}
    </>
  )
}
