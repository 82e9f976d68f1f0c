import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CommandError } from './failure.ts'

const block = 512

/** A ustar header, so that `tar` on any system can read our archives. */
function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`${name} is too long a name for an archive`)
  const bytes = Buffer.alloc(block)
  bytes.write(name, 0)
  bytes.write('0000600\0', 100)
  bytes.write('0000000\0', 108)
  bytes.write('0000000\0', 116)
  bytes.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  bytes.write('00000000000\0', 136)
  bytes.write('        ', 148)
  bytes.write('0', 156)
  bytes.write('ustar\x0000', 257)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)

export type ArchiveWriter = {
  add(name: string, content: Uint8Array): Promise<void>
  /** Content of a known size, streamed. */
  addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>
  close(): Promise<void>
  /** Deletes the unfinished file. */
  abandon(): void
}

/** Streams a new .tar.gz. Never overwrites an existing file. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'is there already. Give another name.' : `cannot be written (${error.message}).`
    throw new CommandError(`${file} ${why}`)
  })
  const tar = new PassThrough()
  const written = pipeline(tar, createGzip({ level: 6 }), handle.createWriteStream({ flush: true })).catch((error: Error) => {
    throw new CommandError(`${file} cannot be written (${error.message}).`)
  })
  written.catch(() => {}) // reported when the next piece is added, or at the end
  const push = async (bytes: Uint8Array) => {
    if (!tar.write(bytes)) await Promise.race([new Promise((resolve) => tar.once('drain', resolve)), written])
  }
  const addStream = async (name: string, size: number, content: AsyncIterable<Uint8Array>) => {
    await push(header(name, size))
    let seen = 0
    for await (const chunk of content) {
      seen += chunk.length
      await push(chunk)
    }
    if (seen !== size) throw new CommandError(`${name} changed its size while it was read. Try again.`)
    await push(padding(size))
  }
  return {
    addStream,
    add: (name, content) => addStream(name, content.length, one(content)),
    close: async () => {
      tar.end(Buffer.alloc(block * 2))
      await written
    },
    abandon: () => {
      tar.destroy()
    },
  }
}

async function* one(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

export type ArchiveEntry = { readonly name: string; readonly size: number; readonly content: AsyncIterable<Buffer> }

const damaged = (file: string) => new CommandError(`${file} is no whole archive of npm run backup: it is cut off or was changed.`)

/** The entries of a .tar.gz in order. Each entry's content must be read before the next one is requested. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${error.message}).`)
  })
  await handle.close()
  const zipped = createReadStream(file)
  const tar = zipped.pipe(createGunzip())
  zipped.once('error', (error) => tar.destroy(error))
  const take = reader(tar, file)
  try {
    for (;;) {
      const head = await take.exactly(block)
      if (head.every((byte) => byte === 0)) return
      const name = head.toString('utf8', 0, 100).replace(/\0.*$/s, '')
      const size = Number.parseInt(head.toString('latin1', 124, 135), 8)
      if (!Number.isSafeInteger(size) || head.toString('latin1', 257, 262) !== 'ustar') throw damaged(file)
      yield { name, size, content: take.stream(size) }
      await take.exactly(padding(size).length)
    }
  } finally {
    zipped.destroy()
    tar.destroy()
  }
}

function reader(source: Readable, file: string) {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<void> => {
    const next = await chunks.next().catch(() => {
      throw damaged(file)
    })
    if (next.done) throw damaged(file)
    rest = next.value
  }
  async function* stream(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (rest.length === 0) await more()
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
  const exactly = async (size: number): Promise<Buffer> => {
    const pieces: Buffer[] = []
    for await (const piece of stream(size)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  return { stream, exactly }
}
