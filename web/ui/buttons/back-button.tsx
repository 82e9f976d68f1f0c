import { IconArrowLeft } from '@tabler/icons-react'
import type { MouseEventHandler } from 'react'
import { Link } from 'react-router'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './back-button.module.css'

type BackButtonProps = { label?: string } & (
  | { to: string; state?: object; onClick?: never }
  | { to?: never; state?: never; onClick: MouseEventHandler }
)

/** The accessible name starts with "Go back" and contains the visible text. */
export function BackButton({ label, to, state, onClick }: BackButtonProps) {
  const name = label ? `Go back, ${label}` : 'Go back'
  const content = (
    <>
      <IconArrowLeft {...iconProps(18)} />
      {label ?? 'Back'}
    </>
  )
  if (to !== undefined) {
    return (
      <Link className={styles.root} data-no-print to={to} state={state} aria-label={name}>
        {content}
      </Link>
    )
  }
  return (
    <button className={styles.root} data-no-print type="button" aria-label={name} onClick={onClick}>
      {content}
    </button>
  )
}
