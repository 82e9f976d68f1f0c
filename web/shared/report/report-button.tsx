import { IconFlag } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isolate } from '#domain/isolate.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { Reported } from './report-dialog.tsx'

const LoadedDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

/** The dialog in a chunk of its own, for menus that open it. */
export const LazyReportDialog = ({ opened, ...dialog }: Reported & { opened: boolean; onClose: () => void }) =>
  opened && (
    <Suspense>
      <LoadedDialog {...dialog} />
    </Suspense>
  )

type ReportButtonProps = Reported & {
  /** What is reported, for screen readers: a title, an address or a name. */
  name: string
  /** `icon` for rows of a table. */
  size?: 'icon' | 'normal'
}

/** For what is not one's own: reports it to the administrators. */
export function ReportButton({ kind, id, name, size = 'normal' }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const label = `Report ${isolate(name)}`
  const open = () => setOpen(true)
  return (
    <>
      {size === 'icon' ? (
        <IconAction label={label} icon={<IconFlag {...iconProps(18)} />} onClick={open} />
      ) : (
        <ActionButton variant="subtle" aria-label={label} leftSection={<IconFlag {...iconProps(18)} />} onClick={open}>
          Report
        </ActionButton>
      )}
      <LazyReportDialog kind={kind} id={id} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
