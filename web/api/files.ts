import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { signedFileReply, uploadReply } from '#contract/files.ts'
import { displayNameOf } from '#domain/files.ts'
import { errorOfAnswer, isRefusal } from './api-error.ts'
import { showing } from './cache-rules.ts'
import { ApiError, api } from './client.ts'
import { beginLoading } from './loading.ts'
import { type CachedFile, cachedSignedUrl, cacheSignedUrl, removeSignedUrl } from './signed-urls.ts'
import { readToken } from './token.ts'

async function signedFile(key: string, signal: AbortSignal): Promise<CachedFile> {
  const kept = cachedSignedUrl(key)
  if (kept) return kept
  // Quiet: a missing or forbidden file is shown in place, without a redirect.
  const options = { signal, quiet: true, public: readToken() === null }
  return cacheSignedUrl(key, await api.get<typeof signedFileReply>(`app/s3/get-signed-url/${encodeURIComponent(key)}`, options))
}

const finalRefusals = ['file_kind_refused', 'file_too_large', 'picture_too_large', 'upload_quota'] as const

/** The message of a refusal that a retry cannot change: wrong content, or the account's quota is used up. */
export const uploadRefusal = (error: unknown): string | undefined =>
  finalRefusals.some((code) => isRefusal(error, code)) ? (error as ApiError).message : undefined

const signedFileQuery = (key: string) =>
  queryOptions({
    queryKey: [showing(), 'signed-file', key],
    queryFn: ({ signal }) => signedFile(key, signal),
    // A screen that opens, or is looked at again, renews what is about to expire.
    staleTime: ({ state }: { state: { data?: CachedFile | undefined; dataUpdatedAt: number } }) =>
      Math.max(0, (state.data?.until ?? 0) - state.dataUpdatedAt),
  })

/** A file that is missing from the store fails with every URL: one that is newer than this is not renewed. */
const renewAfter = 60_000

/**
 * A stored file by its key, as FilePreview takes it. Requests a new signed URL when the old one fails, as it does when a page has been open
 * for longer than URLs are valid.
 */
export function useStoredFile(key: string) {
  const queryClient = useQueryClient()
  const query = signedFileQuery(key)
  const { data, isError } = useQuery(query)
  const renewedAt = useRef(0)
  const onBroken = () => {
    if (Date.now() - renewedAt.current < renewAfter) return
    renewedAt.current = Date.now()
    removeSignedUrl(key)
    void queryClient.invalidateQueries(query)
  }
  return { file: data ? { url: data.signedUrl, contentType: data.contentType, name: displayNameOf(key) } : null, failed: isError, onBroken }
}

/** A private document: every opening requests a new, short-lived URL, which is never cached. */
export function usePrivateFile(key: string, name: string) {
  const { data, isError } = useQuery({
    queryKey: [showing(), 'private-file', key],
    queryFn: ({ signal }) =>
      api.get<typeof signedFileReply>(`app/s3/get-signed-url/${encodeURIComponent(key)}`, { signal, quiet: true, public: false }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return { file: data ? { url: data.signedUrl, contentType: data.contentType, name } : null, failed: isError }
}

type UploadPermission = { readonly isPublic?: boolean; readonly isViewableByAnyUser?: boolean }

/** Uploads a file directly to the store and returns its key. `onProgress` receives whole percents. */
export async function uploadFile(
  file: File,
  onProgress: (percent: number) => void,
  { isPublic = false, isViewableByAnyUser = false }: UploadPermission = {},
  signal?: AbortSignal,
): Promise<string> {
  const place = `app/s3/get-signed-post-url/${encodeURIComponent(file.name)}/${encodeURIComponent(file.type || 'application/octet-stream')}`
  const { signedPostUrl, objectId } = await api.post<typeof uploadReply>(place, { isPublic, isViewableByAnyUser, size: file.size })
  await put(signedPostUrl, file, onProgress, signal)
  return objectId
}

/** XMLHttpRequest, because fetch has no upload progress. */
function put(url: string, file: File, onProgress: (percent: number) => void, signal?: AbortSignal): Promise<void> {
  const endLoading = beginLoading()
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.setRequestHeader('Content-Type', file.type)
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.floor((loaded / (total || 1)) * 100))
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(errorOfAnswer(request.status, request.statusText, request.responseText))
    request.onabort = () => reject(new ApiError(0, 'The upload was cancelled.'))
    if (signal?.aborted) return reject(new ApiError(0, 'The upload was cancelled.'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.onerror = () => reject(new ApiError(0, 'Something went wrong...'))
    request.send(file)
  }).finally(endLoading)
}
