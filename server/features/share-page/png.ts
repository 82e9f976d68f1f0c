import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { Canvas } from './canvas.ts'

const compress = promisify(deflate)

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(content.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crcOf(named), named.length + 4)
  return whole
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const upFilter = 2

/** A PNG of eight bits a colour. Each row holds its difference from the one above, which in a drawing is mostly nothing. */
export async function writePng({ width, height, pixels }: Canvas): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const stride = width * 3
  const rows = Buffer.alloc((stride + 1) * height)
  for (let row = 0; row < height; row++) {
    const out = row * (stride + 1)
    rows[out] = upFilter
    for (let byte = 0; byte < stride; byte++) {
      const above = row === 0 ? 0 : (pixels[(row - 1) * stride + byte] ?? 0)
      rows[out + 1 + byte] = (pixels[row * stride + byte] ?? 0) - above
    }
  }
  const content = await compress(rows, { level: 6 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}
