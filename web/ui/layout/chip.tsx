import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './chip.module.css'

/** An active filter with a remove button. */
export function Chip({ children, onRemove, removeLabel }: { children: ReactNode; onRemove: () => void; removeLabel: string }) {
  return (
    <span className={styles.root}>
      {children}
      <button className={styles.remove} type="button" aria-label={removeLabel} onClick={onRemove}>
        <IconX {...iconProps(15)} />
      </button>
    </span>
  )
}

/** `children` follow the chips, for example Clear all. */
export function ChipRow({ children, label }: { children: ReactNode; label: string }) {
  return (
    <fieldset className={styles.row} aria-label={label}>
      {children}
    </fieldset>
  )
}
