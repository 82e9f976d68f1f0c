import { queryOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Paper, statementReply } from '#contract/statements.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, membersFact, moneyFact } from '#web/api/facts.ts'
import { saveFile } from '#web/api/save-file.ts'

const facts = (circleId: string) => showing(moneyFact(circleId), membersFact(circleId), 'people')
const base = (circleId: string) => `app/statement/${circleId}`

export const statementQuery = (circleId: string, year: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'statement', circleId, year],
    queryFn: ({ signal }) => api.get<typeof statementReply>(`${base(circleId)}/${year}`, { signal, quiet: true }),
  })

/** Issues the statements of a year, once however often it is pressed. */
export function useIssueStatements(circleId: string, year: number) {
  const cache = useCache()
  const key = useRef(crypto.randomUUID())
  return async () => {
    try {
      await api.post<typeof statementReply>(`${base(circleId)}/${year}`, {}, { quiet: true, idempotencyKey: key.current })
    } finally {
      key.current = crypto.randomUUID()
      void cache.invalidate(acts.moneyChanged(circleId))
    }
  }
}

export async function savePdf(circleId: string, year: number, paper: Paper): Promise<void> {
  saveFile(await api.download(`${base(circleId)}/${year}/pdf?paper=${paper}`), `statement ${year}.pdf`)
}

export async function saveCsv(circleId: string, year: number): Promise<void> {
  saveFile(await api.download(`${base(circleId)}/${year}/csv`), `statement ${year}.csv`)
}

export async function saveYearPack(circleId: string, year: number): Promise<void> {
  saveFile(await api.download(`app/year-pack/${circleId}/${year}`), `year pack ${year}.zip`)
}
