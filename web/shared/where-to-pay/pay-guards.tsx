import { IconCheck, IconCircleDashed, IconHandStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PayDetails } from '#contract/where-to-pay.ts'
import { callsBackNeeded } from '#domain/where-to-pay.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './where-to-pay.module.css'

type GuardProps = { state: 'met' | 'open' | 'stopped'; title: ReactNode; children: ReactNode }

const signs = { met: IconCheck, open: IconCircleDashed, stopped: IconHandStop } as const
const stateWords = { met: 'done', open: 'not yet', stopped: 'stopped' } as const

function Guard({ state, title, children }: GuardProps) {
  const Sign = signs[state]
  return (
    <li data-state={state}>
      <span className={styles.sign} aria-hidden="true">
        <Sign {...iconProps(16)} />
      </span>
      <div>
        <strong>
          {title}
          <span className="visually-hidden"> ({stateWords[state]})</span>
        </strong>
        <p>{children}</p>
      </div>
    </li>
  )
}

const Name = ({ of: { name } }: { of: { readonly name: string } }) => <bdi>{name}</bdi>

function usableTitle({ state, usableFrom }: PayDetails): ReactNode {
  if (usableFrom === null) return 'Not usable yet'
  if (state === 'usable')
    return (
      <>
        Usable since <Moment at={usableFrom} />
      </>
    )
  return state === 'stopped' ? (
    'Not usable while it is stopped'
  ) : (
    <>
      Usable from <Moment at={usableFrom} />
    </>
  )
}

/** Who named details, who confirmed them, since when they can be used, and who stopped them. */
export function PayGuards({ details }: { details: PayDetails }) {
  const { named, confirmed, stops, state } = details
  return (
    <ul className={styles.guards}>
      <Guard
        state="met"
        title={
          <>
            Named by <Name of={named.by} />
          </>
        }
      >
        <Moment at={named.at} />
      </Guard>
      {confirmed ? (
        <Guard
          state="met"
          title={
            <>
              Confirmed by <Name of={confirmed.by} />
            </>
          }
        >
          {confirmed.number ? (
            <>
              Called <bdi className="num">{confirmed.number}</bdi>, found here: <bdi>{confirmed.found}</bdi>.{' '}
            </>
          ) : null}
          <Moment at={confirmed.at} />
        </Guard>
      ) : (
        <Guard state="open" title="Not confirmed yet">
          Another member calls a number that they found themselves, and compares every digit.
        </Guard>
      )}
      <Guard state={state === 'usable' ? 'met' : 'open'} title={usableTitle(details)}>
        Three days of notice after it was confirmed. Any change begins all of this again, and everyone is mailed at once.
      </Guard>
      {stops.map((stop) => (
        <Guard
          key={stop.by._id}
          state="stopped"
          title={
            <>
              Stopped by <Name of={stop.by} />
            </>
          }
        >
          {stop.words && <bdi>“{stop.words}” </bdi>}
          <Moment at={stop.at} />. {stop.calledBack.length} of {callsBackNeeded} others have called back.
          {stop.calledBack.map((call) => (
            <span key={call.by._id} className={styles.call}>
              <Name of={call.by} /> called <bdi className="num">{call.number}</bdi>, found here: <bdi>{call.found}</bdi>.
            </span>
          ))}
        </Guard>
      ))}
    </ul>
  )
}
