import { arcColor } from '#web/ui/ring/arc-color.ts'
import styles from './avatar.module.css'

/**
 * A person by their initial: filled evergreen for the one signed in, a ring in the colour of their arc for a member,
 * a ring in line colour for anyone else.
 */
export function Avatar({ initial, arc, filled = false, size = 40 }: { initial: string; arc?: number; filled?: boolean; size?: number }) {
  return (
    <span
      className={styles.root}
      data-filled={filled}
      aria-hidden="true"
      style={{ width: size, height: size, ...(arc !== undefined && { borderColor: arcColor(arc) }) }}
    >
      {initial}
    </span>
  )
}
