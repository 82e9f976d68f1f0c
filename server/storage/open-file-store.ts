import path from 'node:path'
import type { Keys } from '#server/sessions/keys.ts'
import type { Settings } from '#server/settings.ts'
import { type DiskStore, diskStore } from './disk-store.ts'
import { type S3Store, s3Store } from './s3-store.ts'

export type OpenStore = DiskStore | S3Store

/** The configured S3, or a folder in the data folder. Makes no request, so that the server starts even if the store is unavailable. */
export async function openFileStore(settings: Settings, keys: Keys): Promise<OpenStore> {
  return settings.s3 ? s3Store(settings.s3) : diskStore(path.join(settings.dataFolder, 'files'), keys.files)
}
