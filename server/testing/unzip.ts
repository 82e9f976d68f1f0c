import { inflateRawSync } from 'node:zlib'

/** The files of a ZIP that was written in one go, by name. */
export function unzip(bytes: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [size, nameLength, extra, comment, local] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const content = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    files.set(name, inflateRawSync(bytes.subarray(content, content + size)).toString('utf8'))
    at += 46 + nameLength + extra + comment
  }
  return files
}
