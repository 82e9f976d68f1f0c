import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'
import { uploadLimits } from '#domain/files.ts'
import type { ByteRange } from './byte-range.ts'
import { checkArrival } from './check-arrival.ts'
import type { Arrival, FileStore, Upload } from './file-store.ts'
import { readAddress, signAddress, type Ticket } from './signed-address.ts'
import { storeUnavailable } from './store-unavailable.ts'

export type DiskStore = FileStore & {
  readonly kind: 'disk'
  readTicket(method: Ticket['method'], key: string, query: Readonly<Record<string, unknown>>): Ticket | null
  /** Streams a body to disk. `discard` must always be called, also after `keep`. */
  receive(upload: Upload, chunks: AsyncIterable<Uint8Array>): Promise<Arrival & { discard(): Promise<void> }>
  /** The file's size and content, or null if there is none. */
  open(key: string): Promise<{ readonly size: number; read(range: ByteRange): Readable; close(): Promise<void> } | null>
}

const onDisk = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw storeUnavailable(error)
  })

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function readAt(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
  return buffer.subarray(0, bytesRead)
}

/** Files in a folder. File names are hashes, so that no key can escape the folder. */
export function diskStore(folder: string, secret: Uint8Array): DiskStore {
  const incoming = path.join(folder, 'incoming')
  const pathOf = (key: string) => {
    const hash = createHash('sha256').update(key).digest('hex')
    return path.join(folder, 'kept', hash.slice(0, 2), hash)
  }
  const moveIntoStore = async (draft: string, key: string) => {
    await mkdir(path.dirname(pathOf(key)), { recursive: true, mode: 0o700 })
    await rename(draft, pathOf(key))
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
      const maxBytes = upload.size ?? uploadLimits.bytes
      let size = 0
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > maxBytes) throw new Refusal(upload.size === null ? 'file_too_large' : 'file_size_differs')
        await onDisk(handle.appendFile(chunk))
      }
      await checkArrival(upload, size, (start, length) => onDisk(readAt(handle, start, length)))
      await onDisk(handle.sync())
      return { size, keep: () => onDisk(moveIntoStore(draft, upload.key)), discard }
    } catch (error) {
      await discard()
      throw error
    } finally {
      await handle.close()
    }
  }

  async function openStored(key: string) {
    const handle = await open(pathOf(key), 'r').catch((error: unknown) => {
      if (isMissing(error)) return null
      throw storeUnavailable(error)
    })
    if (!handle) return null
    const { size } = await handle.stat()
    return { size, read: ({ start, end }: ByteRange) => handle.createReadStream({ start, end }), close: () => handle.close() }
  }

  return {
    kind: 'disk',
    origins: [],
    signPut: async (upload) => signAddress(secret, { method: 'PUT', ...upload }),
    signGet: async ({ key, contentType }, seconds) => signAddress(secret, { method: 'GET', key, contentType, size: null }, seconds),
    readTicket: (method, key, query) => readAddress(secret, method, key, query),
    // Uploads to disk are kept at once, in the request that sent them.
    arrived: async () => null,
    receive,
    open: openStored,
    read: (key) =>
      readFile(pathOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw storeUnavailable(error)
      }),
    put: ({ key }, content) =>
      onDisk(
        startDraft().then(async ({ draft, handle }) => {
          await handle.writeFile(content)
          await handle.close()
          await moveIntoStore(draft, key)
        }),
      ),
    remove: (key) => onDisk(rm(pathOf(key), { force: true })),
    async sweep(before) {
      for (const name of await readdir(incoming).catch(() => [])) {
        const draft = path.join(incoming, name)
        const { mtime } = await stat(draft).catch(() => ({ mtime: before }))
        if (mtime < before) await onDisk(rm(draft, { force: true }))
      }
    },
  }
}
