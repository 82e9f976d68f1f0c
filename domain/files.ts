import { type Decision, granted, refused } from './decision.ts'

/** A dash and an ISO time of 24 characters: what a key has after the file's name. */
const keySuffixLength = 25
const longestStem = 100

/** Accents are removed: keys are part of paths, headers and signatures, where ASCII is safe. */
function plainName(name: string): string {
  const kept = name.normalize('NFKD').replace(/[^A-Za-z0-9 ._-]/g, '')
  // A name in another script keeps only its extension, which still says what the file is.
  if (kept.startsWith('.') && !name.startsWith('.')) return `file${kept}`
  return kept.replace(/^[ .]+/, '') // no hidden file, no parent folder
}

/** The end of the name stays, because the extension says what kind of file it is. */
function shortened(name: string): string {
  if (name.length <= longestStem) return name
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, longestStem - ending.length) + ending
}

/** A name from a file dialog, which never contains a path or a control character. */
export const isFileName = (name: string): boolean => name.trim() !== '' && !/[/\\\p{Cc}]/u.test(name)

/** The key of a stored file. `isoTime` is `Date.toISOString()`; the caller makes sure that no key is used twice. */
export function fileKeyFor(name: string, isoTime: string): string {
  if (isoTime.length !== keySuffixLength - 1) throw new RangeError('A file key ends in an ISO time of 24 characters')
  return `${shortened(plainName(name)) || 'file'}-${isoTime}`
}

export const isFileKey = (key: string): boolean => /^[A-Za-z0-9_-][A-Za-z0-9 ._-]{0,99}-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(key)

/**
 * The name under which the page uploads a picture of a person. A key contains the file's name, which may tell more than the person shows, so
 * only keys of this name are given to the public.
 */
export const portraitName = (type: string): string => `portrait.${bareType(type).replace(/^image\//, '')}`
export const isPortraitKey = (key: string): boolean => isFileKey(key) && /^portrait\.[a-z]+$/.test(displayNameOf(key))

/** The original name of the file. */
export const displayNameOf = (key: string): string => (key.length > keySuffixLength ? key.slice(0, -keySuffixLength) : key)

/** Allowed upload types and their extensions. Nothing that a browser would run: neither SVG nor HTML. */
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

/** The size limit of an upload; rule, refusal and hints on the page derive from it. */
export const mostMegabytes = 10
const megabyte = 1024 * 1024

/** A file's size in words: 88 KB, 1.4 MB. */
export function formatSize(bytes: number): string {
  if (bytes >= megabyte) return `${(Math.round((bytes / megabyte) * 10) / 10).toFixed(1).replace(/\.0$/, '')} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}

export const uploadLimits = {
  bytes: mostMegabytes * megabyte,
  contentTypes: Object.keys(endings) as readonly UploadType[],
} as const

/** How long a signed URL allows an upload: long enough to choose a file and confirm; each attempt requests a new URL. */
export const putSeconds = 15 * 60
/** How long a signed URL allows downloads. Short, because it also works for who may no longer read the file; the page renews it. */
export const getSeconds = 15 * 60
/** The same for documents that only their owner and administrators may read. */
export const privateGetSeconds = 5 * 60

export type UploadUse = { readonly files: number; readonly bytes: number }
export type UploadQuota = { readonly day: UploadUse; readonly unattached: UploadUse; readonly total: UploadUse }

/** How much one account may upload: per day, unattached, and in total. Normal use stays far below. */
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

/** Whether one more file of this size is within the account's quota. */
export function isWithinQuota(isVerified: boolean, used: UploadQuota, bytes: number): boolean {
  const quota = uploadQuotas[isVerified ? 'verified' : 'unverified']
  const fits = (name: keyof UploadQuota) => used[name].files + 1 <= quota[name].files && used[name].bytes + bytes <= quota[name].bytes
  return fits('day') && fits('unattached') && fits('total')
}

const isUploadType = (type: string): type is UploadType => Object.hasOwn(endings, type)

/** `image/PNG; charset=x` and `image/png` are one type. */
export const bareType = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** The file name of a download. Its extension matches the type, so that no document is saved as a program. */
export function downloadNameOf(key: string, contentType: string): string {
  const name = displayNameOf(key)
  const type = bareType(contentType)
  if (!isUploadType(type)) return name
  const allowed: readonly string[] = endings[type]
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && allowed.includes(ending) ? name : `${name}.${endings[type][0]}`
}

type UploadRefusal = 'file_kind_refused' | 'file_too_large'

/** Whether this may be uploaded, and the content type to store. The size may be unknown yet. */
export function decideUpload(contentType: string, bytes?: number): Decision<UploadType, UploadRefusal> {
  const type = bareType(contentType)
  if (!isUploadType(type)) return refused('file_kind_refused')
  if (bytes !== undefined && bytes > uploadLimits.bytes) return refused('file_too_large')
  return granted(type)
}

export type PreviewKind = 'image' | 'video' | 'audio' | 'pdf' | 'download'

/** How a stored file is shown; types that a browser cannot show are offered for download. */
export function previewKind(contentType: string): PreviewKind {
  const type = bareType(contentType)
  if (type === 'application/pdf') return 'pdf'
  const [family] = type.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'download'
}
