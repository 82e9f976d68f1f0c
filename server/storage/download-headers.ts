import { downloadNameOf, previewKind } from '#domain/files.ts'
import { getSeconds } from './file-store.ts'

/** Content never changes under its key, and is for whoever asked alone. */
export const downloadCaching = `private, max-age=${getSeconds}, immutable`

/** Shown in place where a browser can show it, else saved. */
export const dispositionOf = (key: string, contentType: string): string =>
  `${previewKind(contentType) === 'download' ? 'attachment' : 'inline'}; filename="${downloadNameOf(key, contentType)}"`

/** Nothing in a file runs, loads or frames anything; what a drawing brings for its own look may stay. */
const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'none'; sandbox"

/** Browsers show a PDF by a viewer of theirs, which a sandbox shuts out; the page holds it in a frame. */
const pdfPolicy = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'self'; frame-ancestors 'self'"

export function downloadHeaders(key: string, contentType: string): Record<string, string> {
  const isPdf = previewKind(contentType) === 'pdf'
  return {
    'content-type': contentType,
    'content-disposition': dispositionOf(key, contentType),
    'cache-control': downloadCaching,
    'x-content-type-options': 'nosniff',
    'content-security-policy': isPdf ? pdfPolicy : inertPolicy,
    'x-frame-options': isPdf ? 'SAMEORIGIN' : 'DENY',
  }
}
