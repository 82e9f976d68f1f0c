import { ZipFile } from 'yazl'

/**
 * Files as a ZIP. The same files and day give the same bytes: it contains neither the moment in which it was made nor the zone of the machine.
 */
export async function zip(files: ReadonlyMap<string, string>, day: string): Promise<Buffer> {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // ZIP files have local times.
  const mtime = new Date(year, month - 1, date, 12)
  const file = new ZipFile()
  for (const [name, text] of files) file.addBuffer(Buffer.from(text), name, { mtime, mode: 0o100644, forceDosTimestamp: true })
  file.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of file.outputStream) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}
