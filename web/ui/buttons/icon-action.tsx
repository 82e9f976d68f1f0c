import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { FocusEventHandler, MouseEventHandler, PointerEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router'

type IconActionProps = Omit<ActionIconProps, 'children'> & {
  /** Required, because an icon has no text for screen readers. */
  label: string
  icon: ReactNode
  onClick?: MouseEventHandler<HTMLElement>
  onPointerDown?: PointerEventHandler<HTMLElement>
  onFocus?: FocusEventHandler<HTMLElement>
  to?: string
  ref?: Ref<HTMLButtonElement>
}

/** 44 px square. */
export function IconAction({ label, icon, onClick, to, ref, ...rest }: IconActionProps) {
  const click = onClick ? { onClick } : {}
  if (to !== undefined) {
    return (
      <ActionIcon component={Link} to={to} aria-label={label} title={label} {...click} {...rest}>
        {icon}
      </ActionIcon>
    )
  }
  if (!onClick) throw new Error(`The button "${label}" has no click handler and no link target.`)
  return (
    <ActionIcon type="button" aria-label={label} title={label} {...(ref && { ref })} {...click} {...rest}>
      {icon}
    </ActionIcon>
  )
}
