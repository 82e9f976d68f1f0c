import { IconLock } from '@tabler/icons-react'
import { iconProps } from '#web/ui/theme/icon-props.ts'

/** On a link that a person may not use until they are verified. */
export function Lock() {
  return (
    <>
      <IconLock {...iconProps(16)} />
      <span className="visually-hidden">(locked until you are verified)</span>
    </>
  )
}
