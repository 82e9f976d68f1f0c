import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { documentLink } from '#contract/acquisition.ts'
import { documentsQuery } from './documents.queries.ts'

/** The newest version of each of the circle's documents, for choosing one. */
export function useDocumentVersions(circleId: string): readonly z.infer<typeof documentLink>[] {
  const { data } = useQuery(documentsQuery(circleId))
  return (data?.documents ?? []).map(({ _id, title, newest }) => ({
    documentId: _id,
    versionId: newest._id,
    title,
    version: newest.number,
  }))
}
