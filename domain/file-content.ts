import type { UploadType } from './files.ts'

/** How much of a file's start and end is checked: browsers and readers look no further. */
export const endLength = 64 * 1024

/** The start and the end of a file; they overlap if it is small. */
type Ends = { readonly head: Uint8Array; readonly tail: Uint8Array }

/** One character per byte, so that signatures can be written and found as text. */
function latin(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

type Test = (head: string, tail: string) => boolean

const begins =
  (...signatures: string[]): Test =>
  (head) =>
    signatures.some((signature) => head.startsWith(signature))

const riff =
  (kind: string): Test =>
  (head) =>
    head.startsWith('RIFF') && head.startsWith(kind, 8)

const pictureBrands = ['avif', 'avis', 'heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'jxl ']
const isFilm: Test = (head) => head.startsWith('ftyp', 4) && !pictureBrands.includes(head.slice(8, 12))
const isAvif: Test = (head) => head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8, 64))
const isQuickTime: Test = (head, tail) => isFilm(head, tail) || /^(moov|mdat|wide|free|skip)/.test(head.slice(4))
const isWebm: Test = (head) => head.startsWith('\x1a\x45\xdf\xa3') && head.slice(0, 4_096).includes('webm')
const isMp3: Test = (head) => head.startsWith('ID3') || /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(head)

const zip = 'PK\x03\x04'
const isOle = begins('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const officeOpen =
  (folder: string): Test =>
  (head, tail) =>
    head.startsWith(zip) && ['[Content_Types].xml', folder].every((name) => head.includes(name) || tail.includes(name))
const openDocument =
  (type: UploadType): Test =>
  (head) =>
    head.startsWith(zip) && head.startsWith(`mimetype${type}`, 30)

const isWide = begins('\xff\xfe', '\xfe\xff')
const hasNoControls = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 32 && !'\t\n\f\r'.includes(text.charAt(at))) return false
  return true
}
/** Text in any encoding (UTF-16 starts with a BOM and has a NUL beside every Latin letter) that does not start as markup. */
const isText: Test = (head, tail) => {
  const [start, end] = isWide(head, tail) ? [head.slice(2).replaceAll('\0', ''), tail.replaceAll('\0', '')] : [head, tail]
  return head !== '' && hasNoControls(start) && hasNoControls(end) && !/^(\xef\xbb\xbf)?\s*<[!?a-z]/i.test(start)
}

const tests: Record<UploadType, Test> = {
  'image/jpeg': begins('\xff\xd8\xff'),
  'image/png': begins('\x89PNG\r\n\x1a\n'),
  'image/webp': riff('WEBP'),
  'image/gif': begins('GIF87a', 'GIF89a'),
  'image/avif': isAvif,
  'video/mp4': isFilm,
  'video/webm': isWebm,
  'video/quicktime': isQuickTime,
  'audio/mpeg': isMp3,
  'audio/mp4': isFilm,
  'audio/ogg': begins('OggS'),
  'audio/wav': riff('WAVE'),
  'application/pdf': begins('%PDF-'),
  'application/msword': isOle,
  'application/vnd.ms-excel': isOle,
  'application/vnd.ms-powerpoint': isOle,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': officeOpen('word/'),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': officeOpen('xl/'),
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': officeOpen('ppt/'),
  'application/vnd.oasis.opendocument.text': openDocument('application/vnd.oasis.opendocument.text'),
  'application/vnd.oasis.opendocument.spreadsheet': openDocument('application/vnd.oasis.opendocument.spreadsheet'),
  'text/plain': isText,
  'text/csv': isText,
}

const markup = /<(!doctype\s|html|script|body|iframe|svg\s|\?php)/i
/** How far browsers look for markup. */
const sniffed = 1_500

/** An archive is read from its end: its last record contains the length of the trailing comment. */
function endsAsArchive(tail: string): boolean {
  const at = tail.lastIndexOf('PK\x05\x06')
  if (at < 0 || at + 22 > tail.length) return false
  return at + 22 + tail.charCodeAt(at + 20) + tail.charCodeAt(at + 21) * 256 === tail.length
}

/** Whether the file is a polyglot: markup in a picture, an archive after one, a PDF inside. */
function isTwoThings(type: UploadType, head: string, tail: string): boolean {
  const isPicture = type.startsWith('image/')
  if (type !== 'application/pdf' && head.slice(0, 1_024).includes('%PDF-')) return true
  if (type.startsWith('text/')) return false
  // A document or a video may contain markup as text; a picture never does.
  if (markup.test(isPicture ? head : head.slice(0, sniffed)) || (isPicture && markup.test(tail))) return true
  return !head.startsWith(zip) && endsAsArchive(tail)
}

/** Whether a file's content matches its type and nothing else at the same time. */
export function isWhatItSays(type: UploadType, ends: Ends): boolean {
  const head = latin(ends.head)
  const tail = latin(ends.tail)
  return tests[type](head, tail) && !isTwoThings(type, head, tail)
}
