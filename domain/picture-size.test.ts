import { describe, expect, test } from 'vitest'
import type { UploadType } from './files.ts'
import { hasTooManyPixels, readPictureSize } from './picture-size.ts'

const bytes = (...parts: (string | number[] | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const u16 = (value: number) => [value >> 8, value & 255]
const u16le = (value: number) => [value & 255, value >> 8]
const u24le = (value: number) => [value & 255, (value >> 8) & 255, value >> 16]
const u32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]
const u32le = (value: number) => u32(value).reverse()

/** Reads in pieces, as a store does. */
const sizeOf = (type: UploadType, file: Uint8Array) =>
  readPictureSize(type, file.length, async (start, length) => file.slice(start, start + length))

const pngChunk = (name: string, data: number[]) => bytes(u32(data.length), name, data, [0, 0, 0, 0])
const png = (width: number, height: number, ...more: Uint8Array[]) =>
  bytes(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', [...u32(width), ...u32(height), 8, 6, 0, 0, 0]),
    ...more,
    pngChunk('IDAT', [1]),
    pngChunk('IEND', []),
  )

const segment = (marker: number, data: Uint8Array | number[]) => bytes([0xff, marker], u16(data.length + 2), data)
const jpeg = (frameStart: number, width: number, height: number, ...before: Uint8Array[]) =>
  bytes([0xff, 0xd8], ...before, segment(frameStart, [8, ...u16(height), ...u16(width), 3]), [0xff, 0xda])

const webpChunk = (name: string, data: Uint8Array | number[]) => bytes(name, u32le(data.length), data, data.length % 2 ? [0] : [])
const webp = (...chunks: Uint8Array[]) => bytes('RIFF', u32le(0), 'WEBP', ...chunks)
const lossy = (width: number, height: number) => webpChunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...u16le(width), ...u16le(height), 0, 0])
const lossless = (width: number, height: number) =>
  webpChunk('VP8L', [0x2f, ...u32le(((width - 1) | ((height - 1) << 14)) >>> 0), 0, 0, 0, 0, 0])
const extended = (width: number, height: number) => webpChunk('VP8X', [0, 0, 0, 0, ...u24le(width - 1), ...u24le(height - 1)])
const frame = (inner: Uint8Array) => webpChunk('ANMF', bytes(Array(16).fill(0), inner))

const gifFrame = (width: number, height: number) => bytes([0x2c], u16le(0), u16le(0), u16le(width), u16le(height), [0, 2, 2, 0x4c, 1, 0])
const gif = (width: number, height: number, ...blocks: Uint8Array[]) =>
  bytes('GIF89a', u16le(width), u16le(height), [0x80, 0, 0], Array(6).fill(0), ...blocks, [0x3b])

const box = (name: string, ...data: (Uint8Array | number[])[]) => bytes(u32(8 + bytes(...data).length), name, ...data)
const ispe = (width: number, height: number) => box('ispe', u32(0), u32(width), u32(height))
const avif = (...properties: Uint8Array[]) =>
  bytes(box('ftyp', bytes('avif', u32(0))), box('meta', u32(0), box('iprp', box('ipco', ...properties))), box('mdat', [1, 2]))

describe('the size of a picture is read from its bytes', () => {
  test.each<[string, UploadType, Uint8Array, number]>([
    ['PNG', 'image/png', png(640, 480), 1],
    ['animated PNG', 'image/png', png(640, 480, pngChunk('acTL', [...u32(90), ...u32(0)])), 90],
    ['JPEG', 'image/jpeg', jpeg(0xc0, 640, 480), 1],
    [
      'progressive JPEG behind a megabyte of metadata',
      'image/jpeg',
      jpeg(0xc2, 640, 480, ...Array(16).fill(segment(0xe2, new Uint8Array(65_000)))),
      1,
    ],
    ['JPEG with tables and fill bytes first', 'image/jpeg', jpeg(0xc1, 640, 480, segment(0xc4, [1, 2, 3]), bytes([0xff, 0xff])), 1],
    ['lossy WebP', 'image/webp', webp(lossy(640, 480)), 1],
    ['lossless WebP', 'image/webp', webp(lossless(640, 480)), 1],
    ['extended WebP', 'image/webp', webp(extended(640, 480), webpChunk('ICCP', [1, 2, 3]), lossy(640, 480)), 1],
    ['animated WebP', 'image/webp', webp(extended(640, 480), frame(lossy(640, 480)), frame(lossless(10, 10))), 2],
    ['GIF', 'image/gif', gif(640, 480, gifFrame(640, 480)), 1],
    ['GIF of three frames', 'image/gif', gif(640, 480, bytes([0x21, 0xf9, 4, 0, 0, 0, 0, 0]), ...Array(3).fill(gifFrame(64, 48))), 3],
    ['AVIF', 'image/avif', avif(box('pixi', u32(0)), ispe(64, 48), ispe(640, 480)), 1],
  ])('%s', async (_, type, file, frames) => {
    expect(await sizeOf(type, file)).toEqual({ width: 640, height: 480, frames })
  })

  test('the largest counts if a file contains several', async () => {
    const hidden = { width: 16_000, height: 12_000 }
    expect(await sizeOf('image/webp', webp(extended(10, 10), lossy(16_000, 12_000)))).toMatchObject(hidden)
    expect(await sizeOf('image/webp', webp(extended(10, 10), frame(lossless(16_000, 12_000))))).toMatchObject(hidden)
    expect(await sizeOf('image/gif', gif(10, 10, gifFrame(16_000, 12_000)))).toMatchObject(hidden)
    expect(await sizeOf('image/avif', avif(ispe(10, 10), ispe(16_000, 12_000)))).toMatchObject(hidden)
  })

  test.each<[string, UploadType, Uint8Array]>([
    ['its head alone', 'image/png', bytes('\x89PNG\r\n\x1a\n')],
    ['no frame', 'image/jpeg', bytes([0xff, 0xd8], segment(0xe0, [1]), [0xff, 0xd9])],
    ['no height yet', 'image/jpeg', jpeg(0xc0, 640, 0)],
    ['no picture', 'image/gif', gif(640, 480)],
    ['no chunk', 'image/webp', webp()],
    ['no properties', 'image/avif', avif()],
    ['a box without end', 'image/avif', bytes(box('ftyp', bytes('avif')), u32(4), 'meta', u32(0))],
  ])('a file with %s has none', async (_, type, file) => {
    expect(await sizeOf(type, file)).toBeNull()
  })

  test('every prefix of a picture is read without an error', async () => {
    const files: [UploadType, Uint8Array][] = [
      ['image/png', png(9, 9, pngChunk('acTL', u32(2)))],
      ['image/jpeg', jpeg(0xc2, 9, 9, segment(0xe1, [1, 2]))],
      ['image/webp', webp(extended(9, 9), frame(lossy(9, 9)))],
      ['image/gif', gif(9, 9, gifFrame(9, 9))],
      ['image/avif', avif(ispe(9, 9))],
    ]
    for (const [type, file] of files)
      for (let length = 0; length < file.length; length++) await expect(sizeOf(type, file.slice(0, length))).resolves.not.toThrow()
  })
})

test('fifty megapixels are accepted, more are not; nor are too many frames', () => {
  expect(hasTooManyPixels({ width: 10_000, height: 5_000, frames: 1 })).toBe(false)
  expect(hasTooManyPixels({ width: 10_001, height: 5_000, frames: 1 })).toBe(true)
  expect(hasTooManyPixels({ width: 30_000, height: 30_000, frames: 1 })).toBe(true)
  expect(hasTooManyPixels({ width: 1_000, height: 1_000, frames: 500 })).toBe(false)
  expect(hasTooManyPixels({ width: 1_000, height: 1_000, frames: 501 })).toBe(true)
})
