import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './changed-meanwhile.module.css'

export type Change = {
  readonly label: string
  readonly before: string
  readonly after: string
  /** How a value is shown, if not as it is. */
  readonly show?: (value: string) => ReactNode
}

/** Only what differs. */
export const changesOf = (changes: readonly Change[]): Change[] => changes.filter(({ before, after }) => before !== after)

/** What differs from what the reader has read, with its old and new value. */
export const ChangeList = ({ changes }: { changes: readonly Change[] }) => (
  <ul className={`${styles.list} num`}>
    {changes.map(({ label, before, after, show = (value) => value }) => (
      <li key={label}>
        <strong>{label}</strong>
        <p>
          <span className="visually-hidden">before: </span>
          <del>{show(before)}</del> <span aria-hidden="true">→</span> <span className="visually-hidden">now: </span>
          <ins>{show(after)}</ins>
        </p>
      </li>
    ))}
  </ul>
)

type ChangedMeanwhileProps = { what: 'motion' | 'property'; changes: readonly Change[]; onRead: () => void }

/** Says what was changed while the reader had it open, and asks them to read it before they vote. */
export function ChangedMeanwhile({ what, changes, onRead }: ChangedMeanwhileProps) {
  return (
    <div className={styles.root} role="alert">
      <p className={styles.title}>
        <IconPencil {...iconProps(18)} />
        <strong>This {what} was changed after you read it.</strong>
      </p>
      <ChangeList changes={changes} />
      <p className="small sub">Your choice and your reason are kept. Please read it, and vote again.</p>
      <ActionButton variant="outline" onClick={onRead}>
        I have read it
      </ActionButton>
    </div>
  )
}
