import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Session } from '#contract/accounts.ts'
import { Day, Moment } from '#web/shared/time/moment.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import iconRows from '#web/ui/layout/icon-rows.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { deviceName } from './device-name.ts'

const isPhone = (userAgent: string) => /iPhone|Android|Mobile/.test(userAgent)

const currentFirst = (sessions: readonly Session[]) => [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))

type SessionListProps = {
  sessions: readonly Session[] /** The button that ends a session; not for the present one. */
  action: (session: Session) => ReactNode
}

/** Devices that are signed in: one's own, or for administrators a person's. The present session cannot be ended here. */
export const SessionList = ({ sessions, action }: SessionListProps) => (
  <ul className={iconRows.root}>
    {currentFirst(sessions).map((session) => (
      <li key={session._id}>
        {isPhone(session.userAgent) ? <IconDeviceMobile {...iconProps(20)} /> : <IconDeviceDesktop {...iconProps(20)} />}
        <div>
          <b>{deviceName(session.userAgent)}</b>
          <p className="small sub">{session.address}</p>
          <p className="small muted">
            Last active <Moment at={session.lastSeenAt} /> · since <Day at={session.createdAt} />
          </p>
        </div>
        {session.isCurrent ? <Badge kind="evergreen">This device</Badge> : action(session)}
      </li>
    ))}
  </ul>
)
