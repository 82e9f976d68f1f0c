import { IconBan, IconCalendarEvent, IconCircleCheck, IconClock, IconScale } from '@tabler/icons-react'
import type { RecordRow } from '#contract/deciding.ts'
import { labelOf, preferences, preferenceValues } from '#domain/choices.ts'
import { formatMoney } from '#domain/money.ts'
import { iconProps } from '#web/ui/icon-props.ts'
import { Moment } from '#web/ui/moment.tsx'
import { PreferenceBadge } from './preference-badge.tsx'

const states = { passes: IconCircleCheck, blocked: IconBan, open: IconClock } as const

function RowSign({ row }: { row: RecordRow }) {
  const Icon = row.kind === 'rules' ? IconScale : row.kind === 'closing_date' ? IconCalendarEvent : states[row.standing?.state ?? 'open']
  return (
    <span className="record-sign" data-state={row.kind === 'rules' || row.kind === 'closing_date' ? 'open' : row.standing?.state}>
      <Icon {...iconProps(18)} />
    </span>
  )
}

/** What came about, in a sentence, with when and through whom. */
export function RecordLine({ row }: { row: RecordRow }) {
  return (
    <div className="record-line">
      <RowSign row={row} />
      <p>
        <span className="num">{row.words}</span>
        <span className="small muted">
          <Moment at={row.at} exactly />
          {row.by && ` · ${row.by}`}
        </span>
      </p>
    </div>
  )
}

/** The rule, the tallies and everyone's vote as they were at that moment. */
export function RecordDetail({ row }: { row: RecordRow }) {
  return (
    <div className="record-detail">
      <p className="small sub">
        {row.rules.words}. Charter version {row.rules.version}.{row.property && ` Price then: ${formatMoney(row.property.price)}.`}
      </p>
      {row.standing && (
        <p className="small sub num">
          {preferenceValues.map((value) => `${labelOf(preferences, value)} ${row.standing?.[value] ?? 0}`).join(' · ')} · voted{' '}
          {row.standing.voted} of {row.standing.of}
        </p>
      )}
      {row.votes.length > 0 && (
        <div className="record-scroll">
          <table className="record-votes num">
            <caption className="visually-hidden">Votes at that moment</caption>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">Arcs</th>
                <th scope="col">Vote</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {row.votes.map((vote, index) => (
                <tr key={`${vote.name} ${row.votes.slice(0, index).filter(({ name }) => name === vote.name).length}`}>
                  <th scope="row">{vote.name}</th>
                  <td>{vote.arcs}</td>
                  <td>
                    <PreferenceBadge preference={vote.preference} />
                  </td>
                  <td>{vote.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
