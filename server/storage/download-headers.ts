import { downloadNameOf, previewKind } from '#domain/files.ts'

/** Content never changes under its key. Private, because it was authorized for one person. */
export const downloadCaching = (seconds: number): string => `private, max-age=${seconds}, immutable`

/** Inline if browsers can show the type, otherwise a download. */
export const dispositionOf = (key: string, contentType: string): string =>
  `${previewKind(contentType) === 'download' ? 'attachment' : 'inline'}; filename="${downloadNameOf(key, contentType)}"`

/** A file cannot run scripts, load or frame anything; an SVG may have its own styles. */
const inertPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'none'; sandbox"

/** Browsers' PDF viewers don't work in a sandbox; the page shows a PDF in a frame. */
const pdfPolicy = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'self'; frame-ancestors 'self'"

export function downloadHeaders(key: string, contentType: string, seconds: number): Record<string, string> {
  const isPdf = previewKind(contentType) === 'pdf'
  return {
    'content-type': contentType,
    'content-disposition': dispositionOf(key, contentType),
    'cache-control': downloadCaching(seconds),
    'x-content-type-options': 'nosniff',
    'content-security-policy': isPdf ? pdfPolicy : inertPolicy,
    'x-frame-options': isPdf ? 'SAMEORIGIN' : 'DENY',
  }
}
