import { IconCheck, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReportDetail } from '#contract/reports.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './reports.module.css'

/** What stands now in the place of the reported thing. */
export function ReportNow({ report: { now, decision } }: { report: ReportDetail }) {
  const link = now.path && (
    <Link className="text-link" to={now.path}>
      Open it
    </Link>
  )
  const words: Readonly<Record<typeof now.state, readonly [icon: ReactNode, words: ReactNode]>> = {
    same: [<IconCheck key="icon" {...iconProps(16)} />, 'It stands as it was.'],
    changed: [
      <IconPencil key="icon" {...iconProps(16)} />,
      <>
        It was changed since
        {now.changedAt && (
          <>
            , on <Moment at={now.changedAt} />
          </>
        )}
        . What stands now: “<bdi>{[...now.lines, now.text].filter(Boolean).join(' · ')}</bdi>”
      </>,
    ],
    hidden: [<IconEyeOff key="icon" {...iconProps(16)} />, 'It is hidden now.'],
    deleted: [<IconTrash key="icon" {...iconProps(16)} />, `It was deleted since. ${decision ? '' : 'You can still dismiss or suspend.'}`],
  }
  const [icon, sentence] = words[now.state]
  return (
    <IconNote icon={icon} className={styles.now}>
      {sentence} {link}
    </IconNote>
  )
}
