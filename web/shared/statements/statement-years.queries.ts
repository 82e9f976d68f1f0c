import { queryOptions } from '@tanstack/react-query'
import type { statementYearsReply } from '#contract/statements.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { membersFact, moneyFact } from '#web/api/facts.ts'

/** The years of my statements. */
export const statementYearsQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(moneyFact(circleId), membersFact(circleId), 'people'), 'statement-years', circleId],
    queryFn: ({ signal }) => api.get<typeof statementYearsReply>(`app/statement/${circleId}`, { signal, quiet: true }),
  })
