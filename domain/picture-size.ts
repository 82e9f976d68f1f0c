import type { UploadType } from './files.ts'

/** The decoded width, height and number of frames of a picture. */
type PictureSize = { readonly width: number; readonly height: number; readonly frames: number }

export const mostMegapixels = 50
const mostPixels = mostMegapixels * 1_000_000
/** Frames are decoded one after the other, but thousands of them still use much CPU. */
const mostPixelsOfAllFrames = 10 * mostPixels

export const hasTooManyPixels = ({ width, height, frames }: PictureSize): boolean =>
  width * height > mostPixels || width * height * frames > mostPixelsOfAllFrames

type ReadBytes = (start: number, length: number) => Promise<Uint8Array>
/** The bytes at an offset; null at the end of the file. */
type At = (start: number, length: number) => Promise<DataView | null>

/** Enough for most pictures at once, and small enough for many parallel uploads. */
const windowLength = 256 * 1024

function windowOf(size: number, read: ReadBytes): At {
  let from = 0
  let bytes: Uint8Array = new Uint8Array()
  return async (start, length) => {
    if (start < 0 || start + length > size) return null
    if (start < from || start + length > from + bytes.length) {
      bytes = await read(start, Math.min(Math.max(windowLength, length), size - start))
      from = start
    }
    return bytes.length < start - from + length ? null : new DataView(bytes.buffer, bytes.byteOffset + start - from, length)
  }
}

function textOf(view: DataView, at: number, length: number): string {
  let text = ''
  for (let index = at; index < at + length; index++) text += String.fromCharCode(view.getUint8(index))
  return text
}

const larger = (one: PictureSize | null, other: PictureSize | null): PictureSize | null => {
  if (!one || !other) return one ?? other
  return { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height), frames: Math.max(one.frames, other.frames) }
}

async function pngSize(at: At): Promise<PictureSize | null> {
  const start = await at(0, 24)
  if (!start || textOf(start, 12, 4) !== 'IHDR') return null
  let frames = 1
  for (let place = 8; ; ) {
    const chunk = await at(place, 12)
    const name = chunk && textOf(chunk, 4, 4)
    if (!chunk || name === 'IDAT' || name === 'IEND') break
    // An animation's frame count comes before its first picture.
    if (name === 'acTL') frames = chunk.getUint32(8)
    place += 12 + chunk.getUint32(0)
  }
  return { width: start.getUint32(16), height: start.getUint32(20), frames }
}

/** Start of frame, in any of its kinds (baseline, progressive, lossless…); C4, C8 and CC are tables. */
const isFrameStart = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

async function jpegSize(at: At): Promise<PictureSize | null> {
  for (let place = 2; ; ) {
    const segment = await at(place, 9)
    if (segment?.getUint8(0) !== 0xff) return null
    const marker = segment.getUint8(1)
    if (isFrameStart(marker)) return { width: segment.getUint16(7), height: segment.getUint16(5), frames: 1 }
    if (marker === 0xda || marker === 0xd9) return null
    if (marker === 0xff) place += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) place += 2
    else place += 2 + segment.getUint16(2)
  }
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536

/** The size in one chunk of a WebP; null for other chunks. */
function webpChunkSize(name: string, data: DataView): PictureSize | null {
  if (name === 'VP8X') return { width: uint24(data, 4) + 1, height: uint24(data, 7) + 1, frames: 1 }
  if (name === 'VP8 ') return { width: data.getUint16(6, true) & 0x3fff, height: data.getUint16(8, true) & 0x3fff, frames: 1 }
  if (name !== 'VP8L') return null
  const bits = data.getUint32(1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, frames: 1 }
}

async function webpSize(at: At): Promise<PictureSize | null> {
  let size: PictureSize | null = null
  let frames = 0
  for (let place = 12; ; ) {
    const chunk = await at(place, 18)
    if (!chunk) break
    const name = textOf(chunk, 0, 4)
    size = larger(size, webpChunkSize(name, new DataView(chunk.buffer, chunk.byteOffset + 8, 10)))
    // A frame of an animation contains its own chunks, after a header of sixteen bytes.
    if (name === 'ANMF') {
      frames += 1
      place += 24
    } else place += 8 + chunk.getUint32(4, true) + (chunk.getUint32(4, true) % 2)
  }
  return size && { ...size, frames: Math.max(1, frames) }
}

/** The offset after the data blocks that start here. */
async function afterBlocks(at: At, start: number): Promise<number | null> {
  for (let place = start; ; ) {
    const block = await at(place, 1)
    if (!block) return null
    const length = block.getUint8(0)
    place += 1 + length
    if (length === 0) return place
  }
}

const colorTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

async function gifSize(at: At): Promise<PictureSize | null> {
  const start = await at(0, 13)
  if (!start) return null
  let size: PictureSize = { width: start.getUint16(6, true), height: start.getUint16(8, true), frames: 0 }
  for (let place: number | null = 13 + colorTable(start.getUint8(10)); place !== null; ) {
    const kind = (await at(place, 1))?.getUint8(0)
    const image = kind === 0x2c ? await at(place, 10) : null
    if (image) {
      const [left, top, width, height] = [1, 3, 5, 7].map((offset) => image.getUint16(offset, true)) as [number, number, number, number]
      size = { width: Math.max(size.width, left + width), height: Math.max(size.height, top + height), frames: size.frames + 1 }
      place = await afterBlocks(at, place + 11 + colorTable(image.getUint8(9)))
    } else if (kind === 0x21) place = await afterBlocks(at, place + 2)
    else break
  }
  return size.frames > 0 ? size : null
}

/** Boxes that contain boxes, with the length of their header. */
const holders: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0, moov: 0, trak: 0 }

async function avifSize(at: At, start: number, end: number): Promise<PictureSize | null> {
  let size: PictureSize | null = null
  for (let place = start; place + 8 <= end; ) {
    const head = await at(place, 8)
    if (!head) break
    const name = textOf(head, 4, 4)
    const long = head.getUint32(0) === 1 ? await at(place + 8, 8) : null
    const length = long ? Number(long.getBigUint64(0)) : head.getUint32(0) || end - place
    if (length < 8) break
    const inside = place + (long ? 16 : 8)
    const holder = holders[name]
    if (holder !== undefined) size = larger(size, await avifSize(at, inside + holder, Math.min(end, place + length)))
    const said = name === 'ispe' ? await at(inside + 4, 8) : name === 'tkhd' ? await at(place + length - 8, 8) : null
    // A track's width and height are fixed-point numbers; the upper half is the integer part.
    const unit = name === 'tkhd' ? 65_536 : 1
    if (said) size = larger(size, { width: Math.floor(said.getUint32(0) / unit), height: Math.floor(said.getUint32(4) / unit), frames: 1 })
    place += length
  }
  return size
}

/** The size in a picture's own bytes; null if there is none, since no browser could show it either. */
export async function readPictureSize(type: UploadType, size: number, read: ReadBytes): Promise<PictureSize | null> {
  const at = windowOf(size, read)
  const readers: Partial<Record<UploadType, () => Promise<PictureSize | null>>> = {
    'image/png': () => pngSize(at),
    'image/jpeg': () => jpegSize(at),
    'image/webp': () => webpSize(at),
    'image/gif': () => gifSize(at),
    'image/avif': () => avifSize(at, 0, size),
  }
  const found = (await readers[type]?.()) ?? null
  return found && found.width > 0 && found.height > 0 ? found : null
}
