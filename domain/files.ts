import { type Decision, granted, refused } from './decision.ts'

/** A dash and an ISO time of 24 characters: what a key has behind the file's own name. */
const keySuffixLength = 25
const longestStem = 100

/** Letters beyond A to Z lose their accents: keys travel in paths, headers and signatures, where plain ones are safe. */
function plainName(name: string): string {
  const kept = name.normalize('NFKD').replace(/[^A-Za-z0-9 ._-]/g, '')
  // A name in another script leaves its ending alone, which still says what the file is.
  if (kept.startsWith('.') && !name.startsWith('.')) return `file${kept}`
  return kept.replace(/^[ .]+/, '') // no hidden file and no way up
}

/** The end of the name stays, for it says what kind of file this is. */
function shortened(name: string): string {
  if (name.length <= longestStem) return name
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, longestStem - ending.length) + ending
}

/** A name as a person's machine gives it. A path or a control character never comes from a file dialog. */
export const isFileName = (name: string): boolean => name.trim() !== '' && !/[/\\\p{Cc}]/u.test(name)

/** The key under which a file is kept. `isoTime` is `Date.toISOString()`; the keeper sees to it that no key is given twice. */
export function fileKeyFor(name: string, isoTime: string): string {
  if (isoTime.length !== keySuffixLength - 1) throw new RangeError('A file key ends in an ISO time of 24 characters')
  return `${shortened(plainName(name)) || 'file'}-${isoTime}`
}

export const isFileKey = (key: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9 ._-]{0,99}-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(key)

/** The name of the file as people gave it. */
export const displayNameOf = (key: string): string => (key.length > keySuffixLength ? key.slice(0, -keySuffixLength) : key)

/** What may be uploaded, and how such files end. Nothing that a browser would run: neither SVG nor HTML. */
const endings = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov', 'qt'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'application/pdf': ['pdf'],
  'application/msword': ['doc', 'dot'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.ms-excel': ['xls', 'xlt'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.ms-powerpoint': ['ppt', 'pps', 'pot'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'text/plain': ['txt', 'md', 'log'],
  'text/csv': ['csv'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type UploadType = keyof typeof endings

export const uploadLimits = {
  bytes: 10 * 1024 * 1024,
  contentTypes: Object.keys(endings) as readonly UploadType[],
} as const

export type UploadUse = { readonly files: number; readonly bytes: number }
export type UploadQuota = { readonly day: UploadUse; readonly unattached: UploadUse; readonly total: UploadUse }

const megabyte = 1024 * 1024

/** How much one account may upload: in a day, without attaching it to anything, and in all. Nobody who uses the product comes near. */
const uploadQuotas = {
  verified: {
    day: { files: 300, bytes: 1_000 * megabyte },
    unattached: { files: 150, bytes: 600 * megabyte },
    total: { files: 5_000, bytes: 10_000 * megabyte },
  },
  unverified: {
    day: { files: 30, bytes: 60 * megabyte },
    unattached: { files: 20, bytes: 40 * megabyte },
    total: { files: 100, bytes: 200 * megabyte },
  },
} as const satisfies Record<string, UploadQuota>

/** Whether one more file of so many bytes is within what the account may upload, given what it has. */
export function isWithinQuota(isVerified: boolean, used: UploadQuota, bytes: number): boolean {
  const quota = uploadQuotas[isVerified ? 'verified' : 'unverified']
  const fits = (name: keyof UploadQuota) => used[name].files + 1 <= quota[name].files && used[name].bytes + bytes <= quota[name].bytes
  return fits('day') && fits('unattached') && fits('total')
}

const isUploadType = (type: string): type is UploadType => Object.hasOwn(endings, type)

/** `image/PNG; charset=x` and `image/png` are one type. */
export const bareType = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** The name a download is saved under: its ending says what it is, so that no document becomes a program on someone's disk. */
export function downloadNameOf(key: string, contentType: string): string {
  const name = displayNameOf(key)
  const type = bareType(contentType)
  if (!isUploadType(type)) return name
  const allowed: readonly string[] = endings[type]
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && allowed.includes(ending) ? name : `${name}.${endings[type][0]}`
}

export type UploadRefusal = 'file_kind_refused' | 'file_too_large'

/** Whether this may be uploaded, and the content type under which it will be kept. The size may not be known yet. */
export function decideUpload(contentType: string, bytes?: number): Decision<UploadType, UploadRefusal> {
  const type = bareType(contentType)
  if (!isUploadType(type)) return refused('file_kind_refused')
  if (bytes !== undefined && bytes > uploadLimits.bytes) return refused('file_too_large')
  return granted(type)
}

export type PreviewKind = 'image' | 'video' | 'audio' | 'pdf' | 'download'

/** How a stored file is shown; whatever a browser cannot show is offered for download. */
export function previewKind(contentType: string): PreviewKind {
  const type = bareType(contentType)
  if (type === 'application/pdf') return 'pdf'
  const [family] = type.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'download'
}
