import type { UploadType } from '#domain/files.ts'

/** The key, the type and, if announced, the size of an upload. */
export type Upload = { readonly key: string; readonly contentType: UploadType; readonly size: number | null }

/** A checked upload. It becomes the file's content on `keep`. */
export type Arrival = { readonly size: number; keep(): Promise<void> }

/** Disk or S3; both refuse with `store_away` if unavailable. Permissions are checked before any of these calls. */
export type FileStore = {
  /** Foreign origins that the page uploads to and loads files from. */
  readonly origins: readonly string[]
  /** A signed URL for one upload by PUT; relative if it is our own server. */
  signPut(upload: Upload): Promise<string>
  /** A signed URL to download the file, valid for `seconds`. */
  signGet(file: { readonly key: string; readonly contentType: string }, seconds?: number): Promise<string>
  /** The checked upload that is not kept yet; null if there is none. Refuses one that is not as announced. */
  arrived(upload: Upload): Promise<Arrival | null>
  /** The content of a kept file; null if there is none. */
  read(key: string): Promise<Uint8Array | null>
  /** Stores content created by the server. */
  put(file: { readonly key: string; readonly contentType: string }, content: Uint8Array): Promise<void>
  /** Deletes everything under this key, kept or not. */
  remove(key: string): Promise<void>
  /** Deletes uploads older than this that were never kept. */
  sweep(before: Date): Promise<void>
}
