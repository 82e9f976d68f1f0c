import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { documentLink } from '#contract/acquisition.ts'
import type { documentListReply } from '#contract/documents.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acquisitionFact, circleFact } from '#web/api/facts.ts'

const documentChoicesQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(acquisitionFact(circleId), circleFact(circleId), 'people'), 'document-choices', circleId],
    queryFn: ({ signal }) => api.get<typeof documentListReply>(`app/document/${circleId}`, { signal, quiet: true }),
    // One that was just added must be among them.
    staleTime: 0,
  })

/** The newest version of each of the circle's documents, for choosing one. */
export function useDocumentVersions(circleId: string): readonly z.infer<typeof documentLink>[] {
  const { data } = useQuery(documentChoicesQuery(circleId))
  return (data?.documents ?? []).map(({ _id, title, newest }) => ({
    documentId: _id,
    versionId: newest._id,
    title,
    version: newest.number,
  }))
}
