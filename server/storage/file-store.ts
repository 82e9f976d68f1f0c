import type { UploadType } from '#domain/files.ts'

/** What a file is to be: its key and type, and its size where the sender announced one. */
export type Upload = { readonly key: string; readonly contentType: UploadType; readonly size: number | null }

/** Bytes that have arrived for an upload and are what they say. They become the file's content once kept. */
export type Arrival = { readonly size: number; keep(): Promise<void> }

/**
 * Where files are. A disk or any S3; both refuse with `store_away` when they cannot be reached.
 * Who may read or write what is decided before anything here is asked.
 */
export type FileStore = {
  /** Origins besides our own that the page sends files to and shows files from. */
  readonly origins: readonly string[]
  /** An address that takes this one upload by PUT, for a while; without an origin when it is our own. */
  signPut(upload: Upload): Promise<string>
  /** An address that gives the file by GET, for as long as the page may keep it. */
  signGet(file: { readonly key: string; readonly contentType: string }): Promise<string>
  /** What has arrived under the upload's address and is not kept yet; null when nothing has. Refuses what is not as announced. */
  arrived(upload: Upload): Promise<Arrival | null>
  /** Keeps content of our own making. */
  put(file: { readonly key: string; readonly contentType: string }, content: Uint8Array): Promise<void>
  /** Removes whatever is there under this key, arrived or kept. */
  remove(key: string): Promise<void>
  /** Removes what arrived before then and was never kept. */
  sweep(before: Date): Promise<void>
}

/** Long enough to choose a file and confirm; asked for again at every try. */
export const putSeconds = 15 * 60
/** The page keeps addresses for just under twelve hours. */
export const getSeconds = 12 * 60 * 60
