import { IconCircleCheck } from '@tabler/icons-react'
import type { CrashReportRow } from '#contract/admin.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

export function CrashStatus({ status }: { status: CrashReportRow['status'] }) {
  return status === 'solved' ? (
    <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(15)} />}>
      Solved
    </Badge>
  ) : (
    <Badge kind="outline">Open</Badge>
  )
}
