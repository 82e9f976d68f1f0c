import { IconCamera } from '@tabler/icons-react'
import type { ReportDetail, ReportSnapshot } from '#contract/reports.ts'
import { StoredPicture } from '#web/shared/listing/listing-picture.tsx'
import { Moment } from '#web/shared/time/moment.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './reports.module.css'

type PostProps = { author: string; text: string; at: string; isReported?: boolean; snapshot?: ReportSnapshot }

/** One contribution as it was. The reported one is framed, with everything else that was told of it. */
function Post({ author, text, at, isReported = false, snapshot }: PostProps) {
  return (
    <article className={styles.post} data-reported={isReported}>
      <Avatar initial={[...author][0]?.toUpperCase() ?? '?'} size={40} />
      <div>
        <p>
          <strong>
            <bdi>{author}</bdi>
          </strong>{' '}
          <span className="small muted">
            <Moment at={at} />
          </span>
        </p>
        {snapshot?.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {text && <p className={styles.words}>{text}</p>}
        {snapshot && snapshot.pictures.length > 0 && (
          <div className={styles.pictures}>
            {snapshot.pictures.map((key) => (
              <span key={key} className={styles.picture}>
                <StoredPicture imageKey={key} />
              </span>
            ))}
          </div>
        )}
      </div>
    </article>
  )
}

/** The reported thing at the moment of its first report, with the post before it or the answer after it. */
export function ReportMoment({ report: { snapshot, createdAt } }: { report: ReportDetail }) {
  if (!snapshot) return <p className="sub">Someone in it has deleted their account, so what was reported is erased.</p>
  const { before, after, person } = snapshot
  return (
    <div className={styles.moment}>
      <p className={styles.momentHead}>
        <IconCamera {...iconProps(17)} />
        <span>
          As it was at that moment: <Moment at={createdAt} />
        </span>
      </p>
      {before && <Post author={before.author.name} text={before.text} at={before.at} />}
      <Post author={person.name} text={snapshot.text} at={snapshot.at} isReported snapshot={snapshot} />
      {after && <Post author={after.author.name} text={after.text} at={after.at} />}
    </div>
  )
}
