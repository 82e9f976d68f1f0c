import { IconArrowLeft } from '@tabler/icons-react'
import type { MouseEventHandler } from 'react'
import { Link } from 'react-router'
import styles from './back-button.module.css'
import { iconProps } from './icon-props.ts'

type BackButtonProps = { label?: string } & ({ to: string; onClick?: never } | { to?: never; onClick: MouseEventHandler })

/** The way back above a title. Its name for screen readers stays Go back, wherever it leads. */
export function BackButton({ label = 'Back', to, onClick }: BackButtonProps) {
  const content = (
    <>
      <IconArrowLeft {...iconProps(18)} />
      {label}
    </>
  )
  if (to !== undefined) {
    return (
      <Link className={styles.root} data-no-print to={to} aria-label="Go back">
        {content}
      </Link>
    )
  }
  return (
    <button className={styles.root} data-no-print type="button" aria-label="Go back" onClick={onClick}>
      {content}
    </button>
  )
}
