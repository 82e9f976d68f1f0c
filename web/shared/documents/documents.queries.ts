import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  addDocumentRequest,
  addVersionRequest,
  CircleDocument,
  declineRequest,
  documentListReply,
  documentReply,
  elsewhereRequest,
  signRequest,
} from '#contract/documents.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, documentsFact, membersFact } from '#web/api/facts.ts'

/** The documents that the reader may see: members all, brokers what is shared with them. */
export const documentsQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(documentsFact(circleId), membersFact(circleId), 'people'), 'documents', circleId],
    queryFn: ({ signal }) => api.get<typeof documentListReply>(`app/document/${circleId}`, { signal, quiet: true }),
  })

export const documentQuery = (circleId: string, documentId: string) =>
  queryOptions({
    queryKey: [showing(documentsFact(circleId), membersFact(circleId), 'people'), 'document', circleId, documentId],
    queryFn: ({ signal }) => api.get<typeof documentReply>(`app/document/${circleId}/${documentId}`, { signal }),
  })

/** The requests take the types that the form sends, before defaults are filled in. */
export type NewDocument = z.input<typeof addDocumentRequest>
export type NewVersion = z.input<typeof addVersionRequest>

const post = (path: string, body: object): Promise<CircleDocument> => api.post<typeof documentReply>(path, body, { quiet: true })

export function useAddDocument(circleId: string) {
  const cache = useCache()
  return async (document: NewDocument): Promise<CircleDocument> => {
    const added = await post(`app/document/${circleId}`, document)
    void cache.invalidate(acts.documentChanged(circleId))
    return added
  }
}

/** What members do with a document. Each reply is the document as it is now, which the page shows at once. */
export function useDocumentActs(circleId: string, documentId: string) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const show = (document: CircleDocument): CircleDocument => {
    queryClient.setQueryData(documentQuery(circleId, documentId).queryKey, document)
    void cache.invalidate(acts.documentChanged(circleId))
    return document
  }
  const place = `app/document/${circleId}/${documentId}`
  const send = async (act: string, body: object) => show(await post(`${place}/${act}`, body))
  return {
    addVersion: (version: NewVersion) => send('version', version),
    sign: (signature: z.input<typeof signRequest>) => send('sign', signature),
    decline: (said: z.input<typeof declineRequest>) => send('decline', said),
    answerElsewhere: (said: z.input<typeof elsewhereRequest>) => send('elsewhere', said),
    /** Without people: all who hold arcs. */
    ask: (versionId: string, people?: readonly string[]) => send('ask', { versionId, people }),
    withdraw: useMutation({ mutationFn: (versionId: string) => send('withdraw', { versionId }) }),
    share: useMutation({
      mutationFn: async (isShared: boolean) => show(await api.put<typeof documentReply>(`${place}/share`, { isShared }, { quiet: true })),
    }),
    /** After a refusal the page shows a stale document. */
    refetch: () => cache.invalidate(acts.documentChanged(circleId)),
    certificate: (versionId: string): Promise<Blob> => api.download(`${place}/${versionId}/certificate`),
  }
}
