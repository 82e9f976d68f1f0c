import { IconCheck, IconPoint } from '@tabler/icons-react'
import { passwordChecklist } from '#domain/password.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './password-rules.module.css'

export function PasswordRules({ password }: { password: string }) {
  if (password === '') return null
  return (
    <ul className={`small ${styles.rules}`} aria-label="What the password needs">
      {passwordChecklist(password).map(({ words, isMet }) => (
        <li key={words} data-met={isMet}>
          {isMet ? <IconCheck {...iconProps(15)} /> : <IconPoint {...iconProps(15)} />}
          {words}
          <span className="visually-hidden">{isMet ? ': done' : ': missing'}</span>
        </li>
      ))}
    </ul>
  )
}
