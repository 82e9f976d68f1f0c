import { IconCheck, IconMinus } from '@tabler/icons-react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './fit-words.module.css'

type FitWord = { readonly kind: string; readonly fits: boolean; readonly words: string }

/** One line per reason, for or against. */
export function FitWords({ parts, label }: { parts: readonly FitWord[]; label: string }) {
  return (
    <ul className={styles.root} aria-label={label}>
      {parts.map(({ kind, fits, words }) => (
        <li key={kind} data-fits={fits}>
          {fits ? <IconCheck {...iconProps(16)} /> : <IconMinus {...iconProps(16)} />}
          <span>
            <span className="visually-hidden">{fits ? 'Fits: ' : 'Does not fit: '}</span>
            {words}
          </span>
        </li>
      ))}
    </ul>
  )
}
