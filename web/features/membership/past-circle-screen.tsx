import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { PastCircle } from '#contract/past-circles.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { formatCents } from '#domain/money.ts'
import { api } from '#web/api/client.ts'
import { useStoredFile } from '#web/api/files.ts'
import { saveFile } from '#web/api/save-file.ts'
import { owedWords } from '#web/shared/past-circles/owed-words.ts'
import { pastCircleQuery } from '#web/shared/past-circles/past-circles.queries.ts'
import { statementYearsQuery } from '#web/shared/statements/statement-years.queries.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import styles from './past-circle.module.css'

/** What stays to a former member: what they are owed, their statements, what they signed, and the record up to the day they left. */
export function PastCircleScreen() {
  const { id = '' } = useParams()
  const { data: past } = useSuspenseQuery(pastCircleQuery(id))
  const { day } = useDates()
  return (
    <div className={styles.page}>
      <BackButton to={paths.dashboard} label="Dashboard" />
      <PageHeading subtitle={`You were a member until ${day(past.leftAt)}. What was yours stays here for you to read.`}>
        <bdi>{past.circle.title}</bdi>
      </PageHeading>
      <Owed past={past} />
      <Statements circleId={id} />
      <Signed past={past} />
      <Card>
        <CardHeader title="Record of decisions" />
        <p className="sub">Every decision up to the day you left, with its rule and votes.</p>
        <ActionButton variant="outline" to={paths.pastRecord(id)}>
          Open the record
        </ActionButton>
      </Card>
    </div>
  )
}

function Owed({ past: { circle, owedCents, payouts } }: { past: PastCircle }) {
  const { day } = useDates()
  const otherCents = owedCents - payouts.reduce((sum, { openCents }) => sum + openCents, 0)
  return (
    <Card>
      <CardHeader title="What you are owed" />
      <p className="num">
        <b>{owedWords(owedCents)}.</b>
      </p>
      {payouts.length > 0 && (
        <dl className={`${factsStyles.root} num`}>
          {payouts.map(({ distributionId, postedAt, openCents }) => (
            <div key={distributionId} className={styles.fact}>
              <dt>
                <Link className="text-link" to={paths.circleDistribution(circle._id, distributionId)}>
                  Paid out on {day(postedAt)}
                </Link>
              </dt>
              <dd>{formatCents(openCents)}</dd>
            </div>
          ))}
          {otherCents !== 0 && (
            <div className={styles.fact}>
              <dt>{otherCents > 0 ? 'Laid out or kept for you' : 'Owed by you'}</dt>
              <dd>{formatCents(otherCents)}</dd>
            </div>
          )}
        </dl>
      )}
      <Link className="text-link" to={paths.circleDistributions(circle._id)}>
        All that was paid out to you
      </Link>
    </Card>
  )
}

function Statements({ circleId }: { circleId: string }) {
  const { data } = useSuspenseQuery(statementYearsQuery(circleId))
  return (
    <Card>
      <CardHeader title="Your statements" />
      {data.years.length === 0 ? (
        <p className="sub">There are none: nothing was booked while you were a member.</p>
      ) : (
        <ul className={styles.list}>
          {data.years.map(({ year, state }) => (
            <li key={year} className="num">
              <Link className="text-link" to={paths.yearStatement(circleId, year)}>
                Statement {year}
              </Link>
              <span className="small sub">{state === 'issued' ? 'Issued' : 'Not issued yet'}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Signed({ past: { circle, signed } }: { past: PastCircle }) {
  return (
    <Card>
      <CardHeader title="What you signed" />
      {signed.length === 0 ? (
        <p className="sub">You signed no document of this circle.</p>
      ) : (
        <ul className={styles.list}>
          {signed.map((version) => (
            <SignedVersion key={version.versionId} circleId={circle._id} version={version} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function SignedVersion({ circleId, version }: { circleId: string; version: PastCircle['signed'][number] }) {
  const { documentId, versionId, title, number, fileKey, signedAt } = version
  const { day } = useDates()
  const { file } = useStoredFile(fileKey)
  const saveCertificate = async () => {
    try {
      const certificate = await api.download(`app/document/${circleId}/${documentId}/${versionId}/certificate`)
      saveFile(certificate, `${title} version ${number} certificate.pdf`)
    } catch {
      toast.error('The certificate could not be made. Please try again.')
    }
  }
  return (
    <li className="num">
      <span>
        <b>
          <bdi>{title}</bdi>
        </b>
        <span className="small sub">
          Version {number}, signed {day(signedAt)}
        </span>
      </span>
      <span className={styles.acts}>
        {file && (
          <a
            className="text-link"
            href={file.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open ${isolate(title)}, version ${number}`}
          >
            Open
          </a>
        )}
        <DownloadButton variant="subtle" onDownload={saveCertificate}>
          Certificate
        </DownloadButton>
      </span>
    </li>
  )
}
