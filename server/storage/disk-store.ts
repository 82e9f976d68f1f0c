import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'
import { uploadLimits } from '#domain/files.ts'
import type { ByteRange } from './byte-range.ts'
import { checkArrival } from './check-arrival.ts'
import type { Arrival, FileStore, Upload } from './file-store.ts'
import { readAddress, signAddress, type Ticket } from './signed-address.ts'
import { storeAway } from './store-away.ts'

export type DiskStore = FileStore & {
  readonly kind: 'disk'
  readTicket(method: Ticket['method'], key: string, query: Readonly<Record<string, unknown>>): Ticket | null
  /** Takes a body as it comes, never whole in memory. `discard` is called in any case, kept or not. */
  receive(upload: Upload, chunks: AsyncIterable<Uint8Array>): Promise<Arrival & { discard(): Promise<void> }>
  /** The file's size and its bytes, or null when it is not there. */
  open(key: string): Promise<{ readonly size: number; read(range: ByteRange): Readable; close(): Promise<void> } | null>
}

const onDisk = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw storeAway(error)
  })

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function readAt(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
  return buffer.subarray(0, bytesRead)
}

/** Files in a folder. Their names there are hashes, so that no key can lead out of it. */
export function diskStore(folder: string, secret: Uint8Array): DiskStore {
  const incoming = path.join(folder, 'incoming')
  const placeOf = (key: string) => {
    const hash = createHash('sha256').update(key).digest('hex')
    return path.join(folder, 'kept', hash.slice(0, 2), hash)
  }
  const moveIn = async (draft: string, key: string) => {
    await mkdir(path.dirname(placeOf(key)), { recursive: true, mode: 0o700 })
    await rename(draft, placeOf(key))
  }
  const startDraft = async () => {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    const draft = path.join(incoming, randomUUID())
    return { draft, handle: await open(draft, 'wx+', 0o600) }
  }

  async function receive(upload: Upload, chunks: AsyncIterable<Uint8Array>) {
    const { draft, handle } = await onDisk(startDraft())
    const discard = () => onDisk(rm(draft, { force: true }))
    try {
      const most = upload.size ?? uploadLimits.bytes
      let size = 0
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > most) throw new Refusal(upload.size === null ? 'file_too_large' : 'file_size_differs')
        await onDisk(handle.appendFile(chunk))
      }
      await checkArrival(upload, size, (start, length) => onDisk(readAt(handle, start, length)))
      await onDisk(handle.sync())
      return { size, keep: () => onDisk(moveIn(draft, upload.key)), discard }
    } catch (error) {
      await discard()
      throw error
    } finally {
      await handle.close()
    }
  }

  async function openKept(key: string) {
    const handle = await open(placeOf(key), 'r').catch((error: unknown) => {
      if (isMissing(error)) return null
      throw storeAway(error)
    })
    if (!handle) return null
    const { size } = await handle.stat()
    return { size, read: ({ start, end }: ByteRange) => handle.createReadStream({ start, end }), close: () => handle.close() }
  }

  return {
    kind: 'disk',
    origins: [],
    signPut: async (upload) => signAddress(secret, { method: 'PUT', ...upload }),
    signGet: async ({ key, contentType }) => signAddress(secret, { method: 'GET', key, contentType, size: null }),
    readTicket: (method, key, query) => readAddress(secret, method, key, query),
    // What comes to a disk is kept at once, in the request that brought it.
    arrived: async () => null,
    receive,
    open: openKept,
    put: ({ key }, content) =>
      onDisk(
        startDraft().then(async ({ draft, handle }) => {
          await handle.writeFile(content)
          await handle.close()
          await moveIn(draft, key)
        }),
      ),
    remove: (key) => onDisk(rm(placeOf(key), { force: true })),
    async sweep(before) {
      for (const name of await readdir(incoming).catch(() => [])) {
        const draft = path.join(incoming, name)
        const { mtime } = await stat(draft).catch(() => ({ mtime: before }))
        if (mtime < before) await onDisk(rm(draft, { force: true }))
      }
    },
  }
}
