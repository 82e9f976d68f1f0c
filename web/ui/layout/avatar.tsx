import { arcColor } from '#web/ui/ring/arc-color.ts'
import styles from './avatar.module.css'

type AvatarProps = {
  initial: string
  arc?: number | undefined
  filled?: boolean
  size?: number
  /** Covers the initial as soon as it has loaded. */
  picture?: string | undefined
  onBroken?: () => void
}

/** From here on the initial is set in the display font. */
const largeSize = 56

/**
 * A person's initial: filled green for the signed-in person, outlined in the arc's colour for a member, outlined in grey for anyone else.
 */
export function Avatar({ initial, arc, filled = false, size = 40, picture, onBroken }: AvatarProps) {
  return (
    <span
      className={styles.root}
      data-filled={filled}
      data-large={size >= largeSize}
      aria-hidden="true"
      style={{ width: size, height: size, ...(arc !== undefined && { borderColor: arcColor(arc) }) }}
    >
      {initial}
      {picture && <img src={picture} alt="" onError={onBroken} />}
    </span>
  )
}
