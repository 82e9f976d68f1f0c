import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Circle } from '#contract/circles.ts'
import type { ledgerList, ledgerRow } from '#contract/membership.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { membersFact } from '#web/api/facts.ts'
import { saveFile } from '#web/api/save-file.ts'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'

export type LedgerRow = z.infer<typeof ledgerRow>

/** The circle's ledger, or one member's part of it. */
export const ledgerQuery = (circleId: string, membershipId?: string) =>
  queryOptions({
    queryKey: [showing(membersFact(circleId), 'people'), 'ledger', circleId, membershipId ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<typeof ledgerList>(`app/ledger/${circleId}${membershipId ? `?member=${membershipId}` : ''}`, { signal }),
  })

export async function downloadLedger(circle: Circle, membershipId?: string): Promise<void> {
  try {
    const query = membershipId ? `&member=${membershipId}` : ''
    const file = await api.download(`app/ledger/${circle._id}?format=csv${query}`)
    saveFile(file, `${circle.title} ${membershipId ? 'statement' : 'ledger'}.csv`)
  } catch {
    toast.error('The statement could not be made. Please try again.', { duration: longToast })
  }
}
