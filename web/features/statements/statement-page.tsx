import { IconAlertTriangle, IconClock, IconPrinter, IconSnowflake } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { YearStatement } from '#contract/statements.ts'
import { arcsWords } from '#domain/arcs.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { type StatementFigures, statementSections, statementWaitWords } from '#domain/statement-figures.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { amountText } from './amount-text.ts'
import { saveCsv, savePdf, statementQuery } from './statement.queries.ts'
import styles from './statement-page.module.css'
import { StatementSide } from './statement-side.tsx'

/** A file that did not come says why. */
const orToast = (save: () => Promise<void>) => async () => {
  try {
    await save()
  } catch (error) {
    toast.error(error instanceof Error ? error.message : 'Something went wrong...')
  }
}

type StatementPageProps = { circleId: string; year: string; userId: string }

/** A person's year in a circle: every figure beside the circle's, and how it is reckoned. */
export function StatementPage({ circleId, year, userId }: StatementPageProps) {
  const { data: statement } = useSuspenseQuery(statementQuery(circleId, year))
  const { circle, name, address, figures, isFormer } = statement
  const save = (act: (id: string, of: number) => Promise<void>) => orToast(() => act(circleId, figures.year))
  return (
    <div className={styles.page}>
      <BackButton
        to={isFormer ? paths.pastCircle(circleId) : paths.circleBook(circleId)}
        label={isFormer ? 'The circle you left' : 'Book'}
      />
      <PageHeading
        subtitle={
          <>
            <bdi>{name}</bdi> · <bdi>{circle.title}</bdi>
            {address && (
              <>
                , <bdi>{address}</bdi>
              </>
            )}
          </>
        }
        actions={
          <>
            <ActionButton variant="outline" leftSection={<IconPrinter {...iconProps(18)} />} onClick={() => window.print()}>
              Print
            </ActionButton>
            <DownloadButton onDownload={save((id, of) => savePdf(id, of, 'a4'))}>PDF, A4</DownloadButton>
            <DownloadButton onDownload={save((id, of) => savePdf(id, of, 'letter'))}>PDF, Letter</DownloadButton>
            <DownloadButton onDownload={save(saveCsv)}>CSV</DownloadButton>
          </>
        }
      >
        Statement {figures.year}
      </PageHeading>
      <StateLine statement={statement} />
      <StatStrip
        stats={[
          { key: 'commitment', label: 'Commitment', value: formatCents(figures.commitment.ownCents) },
          { key: 'in', label: 'Put in', value: amountText(figures.putIn.ownCents) },
          { key: 'out', label: 'Paid out to you', value: amountText(figures.paidOut.ownCents) },
          { key: 'capital', label: `Capital, ${formatCalendarDay(figures.to, 'short')}`, value: amountText(figures.capitalAtEnd.ownCents) },
        ]}
      />
      <SideColumns
        main={<Figures figures={figures as StatementFigures} />}
        side={<StatementSide statement={statement} userId={userId} />}
      />
      <p className={`${styles.foot} small sub`}>
        Figures for your accountant. Not advice on tax. On a cash basis, without depreciation.
        {statement.sha256 && (
          <>
            {' '}
            SHA-256 of the figures <code>{statement.sha256}</code>
          </>
        )}
      </p>
      <OtherYears statement={statement} />
    </div>
  )
}

function StateLine({ statement: { state, issuedAt, suspenseCents, closedTo, figures } }: { statement: YearStatement }) {
  const { day } = useDates()
  const Icon = state === 'issued' ? IconSnowflake : state === 'running' ? IconClock : IconAlertTriangle
  return (
    <p className={styles.state} data-issued={state === 'issued'}>
      <Icon {...iconProps(18)} />
      <span>
        {issuedAt && <>Issued {day(issuedAt)}. </>}
        {statementWaitWords(state, suspenseCents)}
        {state === 'running' && (
          <>
            {' '}
            They go up to {formatCalendarDay(figures.to)}
            {closedTo ? `; months are closed up to ${formatCalendarDay(closedTo)}.` : '; no month is closed yet.'}
          </>
        )}
      </span>
    </p>
  )
}

const isCapital = (title: string): boolean => title.startsWith('At the ')
/** Its one row says it already. */
const isUntitled = (title: string): boolean => isCapital(title) || title === 'Together'

function Figures({ figures }: { figures: StatementFigures }) {
  return (
    <Card padded={false} className={styles.figures}>
      <div className={styles.head}>
        <h2>Your capital in {figures.year}</h2>
        <span className="small sub num">
          {figures.arcs.length} of {arcsWords(figures.arcsOfCircle)}
        </span>
      </div>
      <table className={`${styles.table} num`}>
        <thead>
          <tr>
            <th scope="col">What, and how it is reckoned</th>
            <th scope="col">Circle</th>
            <th scope="col">You</th>
          </tr>
        </thead>
        <tbody>
          {statementSections(figures).map(({ title, rows }) => (
            <Fragment key={title}>
              {!isUntitled(title) && (
                <tr className={styles.section}>
                  <th scope="colgroup" colSpan={3}>
                    {title}
                  </th>
                </tr>
              )}
              {rows.map(({ label, words, circleCents, ownCents, isTotal }) => (
                <tr key={label} data-total={isTotal}>
                  <th scope="row">
                    {label}
                    {words && <span className="small sub">{words}</span>}
                    {title === 'At the end' && <span className="small sub">What stands above, added up</span>}
                  </th>
                  <td data-label="Circle">{amountText(circleCents)}</td>
                  <td data-label="You">{amountText(ownCents, !isCapital(title))}</td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function OtherYears({ statement: { years, figures, circle } }: { statement: YearStatement }) {
  const others = years.filter((year) => year !== figures.year)
  if (others.length === 0) return null
  return (
    <nav className={styles.years} aria-label="Other years" data-no-print>
      <span className="small sub">Other years</span>
      {others.map((year) => (
        <Link key={year} className="text-link" to={paths.yearStatement(circle._id, year)}>
          {year}
        </Link>
      ))}
    </nav>
  )
}
