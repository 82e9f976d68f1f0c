import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { ActionButton } from './action-button.tsx'

type DownloadButtonProps = {
  variant?: 'outline' | 'subtle'
  className?: string | undefined
  onDownload: () => Promise<void>
  children: ReactNode
}

/** Busy until the file has arrived, so that a second press does not ask for it again. */
export function DownloadButton({ variant = 'outline', className = '', onDownload, children }: DownloadButtonProps) {
  const [isLoading, setLoading] = useState(false)
  const press = () => {
    setLoading(true)
    void onDownload().finally(() => setLoading(false))
  }
  return (
    <ActionButton
      className={className}
      variant={variant}
      leftSection={<IconDownload {...iconProps(18)} />}
      loading={isLoading}
      onClick={press}
    >
      {children}
    </ActionButton>
  )
}
