import { IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { BoundField } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

type EmailFieldProps = { field: BoundField<string>; label?: string; autoComplete?: string; description?: ReactNode }

/** The default autocomplete is `username`, as password managers expect for sign-in. */
export function EmailField({ field, label = 'Email', autoComplete = 'username', description }: EmailFieldProps) {
  return (
    <TextField
      label={label}
      type="email"
      required
      autoComplete={autoComplete}
      description={description}
      leftSection={<IconMail {...iconProps(19)} />}
      {...field}
    />
  )
}
