import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { Refusal } from '#contract/errors.ts'
import { getSeconds, putSeconds } from '#domain/files.ts'
import type { S3Settings } from '#server/settings.ts'
import { checkArrival } from './check-arrival.ts'
import { dispositionOf, downloadCaching } from './download-headers.ts'
import type { Arrival, FileStore, Upload } from './file-store.ts'
import { allowUploadsFrom } from './s3-cors.ts'
import { storeUnavailable } from './store-unavailable.ts'

export type S3Store = FileStore & {
  readonly kind: 's3'
  /** Lets pages of these origins upload to the bucket; its other CORS rules are kept. */
  allowUploadsFrom(origins: readonly string[]): Promise<void>
}

/** Short timeouts: an unresponsive store fails fast. */
const patience = { connectionTimeout: 2_000, requestTimeout: 5_000 }

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && '$metadata' in error ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode : undefined

/** Deleted (404) or replaced by another PUT since it was checked (412): the checked object no longer exists. */
const nullIfGone = (error: unknown): null => {
  const status = statusOf(error)
  if (status === 404 || status === 412) return null
  throw storeUnavailable(error)
}

/**
 * Any S3. Uploads go to `incoming/` and are copied to `kept/` after the check, so that a signed URL that is still valid cannot change a
 * checked file.
 */
export async function s3Store(settings: S3Settings): Promise<S3Store> {
  // Imported lazily: servers that store files on disk don't need it.
  const sdk = await import('@aws-sdk/client-s3')
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const { bucket: Bucket, endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = settings
  const client: S3Client = new sdk.S3Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint } : {}),
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: patience,
    maxAttempts: 2,
    // Otherwise signed URLs would contain the checksum of an empty body, a header that stores other than Amazon's refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const incoming = (key: string) => `incoming/${key}`
  const kept = (key: string) => `kept/${key}`

  const signPut = ({ key, contentType, size }: Upload) =>
    getSignedUrl(
      client,
      new sdk.PutObjectCommand({
        Bucket,
        Key: incoming(key),
        ContentType: contentType,
        ...(size === null ? {} : { ContentLength: size }),
      }),
      { expiresIn: putSeconds, signableHeaders: new Set(['content-type', 'content-length']) },
    )

  async function arrived(upload: Upload): Promise<Arrival | null> {
    const source = { Bucket, Key: incoming(upload.key) }
    const found = await client.send(new sdk.HeadObjectCommand(source)).catch(nullIfGone)
    if (!found) return null
    const size = found.ContentLength ?? 0
    const read = async (start: number, length: number) => {
      const part: GetObjectCommandInput = { ...source, Range: `bytes=${start}-${start + length - 1}`, IfMatch: found.ETag }
      const answer = await client.send(new sdk.GetObjectCommand(part)).catch(nullIfGone)
      if (!answer?.Body) throw new Refusal('file_not_yours')
      return answer.Body.transformToByteArray()
    }
    try {
      if (found.ContentType !== upload.contentType) throw new Refusal('file_kind_refused')
      await checkArrival(upload, size, read)
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) await client.send(new sdk.DeleteObjectCommand(source)).catch(nullIfGone)
      throw error
    }
    const keep = async () => {
      const copy = new sdk.CopyObjectCommand({
        Bucket,
        Key: kept(upload.key),
        CopySource: `${Bucket}/${encodeURIComponent(source.Key)}`,
        CopySourceIfMatch: found.ETag,
        MetadataDirective: 'REPLACE',
        ContentType: upload.contentType,
      })
      if (!(await client.send(copy).catch(nullIfGone))) throw new Refusal('file_not_yours')
    }
    return { size, keep }
  }

  async function sweep(before: Date): Promise<void> {
    for (let page: string | undefined, isLast = false; !isLast; ) {
      const list = new sdk.ListObjectsV2Command({ Bucket, Prefix: incoming(''), ...(page ? { ContinuationToken: page } : {}) })
      const { Contents = [], NextContinuationToken } = await client.send(list).catch((error: unknown) => {
        throw storeUnavailable(error)
      })
      for (const { Key, LastModified } of Contents) {
        if (Key && LastModified && LastModified < before) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch(nullIfGone)
      }
      page = NextContinuationToken
      isLast = !page
    }
  }

  return {
    kind: 's3',
    origins: [new URL(await getSignedUrl(client, new sdk.GetObjectCommand({ Bucket, Key: kept('x') }))).origin],
    signPut,
    signGet: ({ key, contentType }, seconds = getSeconds) =>
      getSignedUrl(
        client,
        new sdk.GetObjectCommand({
          Bucket,
          Key: kept(key),
          ResponseContentType: contentType,
          ResponseContentDisposition: dispositionOf(key, contentType),
          ResponseCacheControl: downloadCaching(seconds),
        }),
        { expiresIn: seconds },
      ),
    arrived,
    async read(key) {
      const answer = await client.send(new sdk.GetObjectCommand({ Bucket, Key: kept(key) })).catch(nullIfGone)
      return answer?.Body ? answer.Body.transformToByteArray() : null
    },
    async put({ key, contentType }, content) {
      await client
        .send(new sdk.PutObjectCommand({ Bucket, Key: kept(key), Body: content, ContentType: contentType }))
        .catch((error: unknown) => {
          throw storeUnavailable(error)
        })
    },
    async remove(key) {
      for (const Key of [incoming(key), kept(key)]) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch(nullIfGone)
    },
    sweep,
    allowUploadsFrom: (origins) => allowUploadsFrom(client, Bucket, origins),
  }
}
