import { Button, type ButtonProps, type ButtonVariant } from '@mantine/core'
import type { AriaAttributes, MouseEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router'

type ActionButtonProps = Omit<ButtonProps, 'variant'> &
  AriaAttributes & {
    children: ReactNode
    variant?: ButtonVariant
    id?: string
    type?: 'button' | 'submit'
    form?: string
    onClick?: MouseEventHandler<HTMLElement>
    /** A path inside the product; the button is then a real link. */
    to?: string
    /** An external address, opened in a new tab. */
    href?: string
    ref?: Ref<HTMLButtonElement>
    /** For the subtle variant: aligns its text, not its padding, with the surrounding text. */
    'data-flush'?: 'start' | 'end'
  }

/** Throws when it has no action: no click handler, no submit and no link. */
export function ActionButton({ to, href, type = 'button', onClick, ref, ...rest }: ActionButtonProps) {
  const click = onClick ? { onClick } : {}
  if (to !== undefined && !rest.disabled) return <Button component={Link} to={to} {...click} {...rest} />
  if (href !== undefined && !rest.disabled)
    return <Button component="a" href={href} target="_blank" rel="noopener noreferrer" {...click} {...rest} />

  const leads = to !== undefined || href !== undefined
  if (!onClick && !leads && type !== 'submit') {
    throw new Error(`The button "${String(rest['aria-label'] ?? rest.children)}" has no click handler, no link target and does not submit.`)
  }
  return <Button type={type} {...(ref && { ref })} {...click} {...rest} />
}
