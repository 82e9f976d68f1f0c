import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { refusals } from '#contract/errors.ts'
import { signedFileReply, uploadReply } from '#contract/files.ts'
import { displayNameOf, mostMegabytes } from '#domain/files.ts'
import { errorOfAnswer, isRefusal } from './api-error.ts'
import { showing } from './cache-rules.ts'
import { ApiError, api } from './client.ts'
import { beginLoading } from './loading.ts'
import { cachedSignedUrl, cacheSignedUrl, removeSignedUrl, type SignedFile } from './signed-urls.ts'
import { readToken } from './token.ts'

async function signedFile(key: string, signal: AbortSignal): Promise<SignedFile> {
  const kept = cachedSignedUrl(key)
  if (kept) return kept
  // Quiet: a missing or forbidden file is shown in place, without a redirect.
  const options = { signal, quiet: true, public: readToken() === null }
  const file = await api.get(`app/s3/get-signed-url/${encodeURIComponent(key)}`, signedFileReply, options)
  cacheSignedUrl(key, file)
  return file
}

/** Messages of picture fields for files of the wrong type or size. */
export const pictureRejections = {
  type: 'This is not a JPEG, PNG, WebP, GIF or AVIF picture.',
  size: refusals.file_too_large.error,
  /** For several files at once. */
  either: `Please choose JPEG, PNG, WebP or GIF pictures of at most ${mostMegabytes} MB`,
}

const finalRefusals = ['file_kind_refused', 'file_too_large', 'picture_too_large', 'upload_quota'] as const

/** The message of a refusal that a retry cannot change: wrong content, or the account's quota is used up. */
export const uploadRefusal = (error: unknown): string | undefined =>
  finalRefusals.some((code) => isRefusal(error, code)) ? (error as ApiError).message : undefined

const signedFileQuery = (key: string) =>
  queryOptions({ queryKey: [showing(), 'signed-file', key], queryFn: ({ signal }) => signedFile(key, signal), staleTime: 60 * 60 * 1000 })

/** A stored file by its key, as FilePreview takes it. Requests a new signed URL once when the old one fails. */
export function useStoredFile(key: string) {
  const queryClient = useQueryClient()
  const query = signedFileQuery(key)
  const { data, isError } = useQuery(query)
  const isSecondTry = useRef(false)
  const onBroken = () => {
    if (isSecondTry.current) return
    isSecondTry.current = true
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
      api.get(`app/s3/get-signed-url/${encodeURIComponent(key)}`, signedFileReply, { signal, quiet: true, public: false }),
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
  const { signedPostUrl, objectId } = await api.post(place, { isPublic, isViewableByAnyUser, size: file.size }, uploadReply)
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
