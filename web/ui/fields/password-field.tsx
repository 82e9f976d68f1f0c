import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput } from '@mantine/core'
import { IconEye, IconEyeOff, IconLock } from '@tabler/icons-react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { FieldProps } from './field-props.ts'

type PasswordFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({
  value,
  onChange,
  required = false,
  leftSection = <IconLock {...iconProps(19)} />,
  ...rest
}: PasswordFieldProps) {
  return (
    <PasswordInput
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      withAsterisk={required}
      aria-required={required}
      leftSection={leftSection}
      visibilityToggleIcon={({ reveal }) => (reveal ? <IconEyeOff {...iconProps(19)} /> : <IconEye {...iconProps(19)} />)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      {...rest}
    />
  )
}
