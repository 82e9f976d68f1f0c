import { IconLock } from '@tabler/icons-react'
import { iconProps } from '#web/ui/theme/icon-props.ts'

/** Marks a link that needs verification first. */
export function Lock() {
  return (
    <>
      <IconLock {...iconProps(16)} />
      <span className="visually-hidden">(you are not verified yet)</span>
    </>
  )
}
