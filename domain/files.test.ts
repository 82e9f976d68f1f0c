import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideUpload,
  displayNameOf,
  downloadNameOf,
  fileKeyFor,
  formatSize,
  isFileKey,
  isFileName,
  previewKind,
  uploadLimits,
} from './files.ts'

const time = '2026-10-21T09:30:00.000Z'

describe('a file key', () => {
  test('is the name and the time, and shows the name without its last 25 characters', () => {
    expect(fileKeyFor('Front view_2.jpg', time)).toBe('Front view_2.jpg-2026-10-21T09:30:00.000Z')
    expect(displayNameOf(fileKeyFor('Front view_2.jpg', time))).toBe('Front view_2.jpg')
  })

  test('keeps only letters, digits, space, dot, dash and underscore', () => {
    expect(displayNameOf(fileKeyFor('Plän (fünf) #2/3.pdf', time))).toBe('Plan funf 23.pdf')
    expect(displayNameOf(fileKeyFor('../../etc/passwd', time))).toBe('etcpasswd')
    expect(displayNameOf(fileKeyFor('.htaccess', time))).toBe('htaccess')
    expect(displayNameOf(fileKeyFor('家.png', time))).toBe('file.png')
    for (const nothing of ['', '..', '///', '家']) expect(displayNameOf(fileKeyFor(nothing, time))).toBe('file')
  })

  test('keeps the extension of a name that is too long', () => {
    const name = displayNameOf(fileKeyFor(`${'long '.repeat(60)}.pdf`, time))
    expect(name).toHaveLength(100)
    expect(name.endsWith('.pdf')).toBe(true)
  })

  test('is well-formed for any file name', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 300 })),
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }),
        (name, date) => {
          const key = fileKeyFor(name, date.toISOString())
          expect(isFileKey(key)).toBe(true)
          expect(key).toBe(`${displayNameOf(key)}-${date.toISOString()}`)
          expect(fileKeyFor(displayNameOf(key), date.toISOString())).toBe(key)
        },
      ),
    )
  })

  test('accepts nothing else', () => {
    for (const key of ['', 'a', `-${time}`, `a/b-${time}`, `..-${time}`, `a-${time}x`, `a-2026-10-21`]) expect(isFileKey(key)).toBe(false)
    expect(() => fileKeyFor('a', '2026')).toThrow(RangeError)
  })
})

test('a file name is neither empty nor a path and contains no control character', () => {
  for (const name of ['front.jpg', 'Plän (fünf) #2.pdf', '家.png', '.htaccess', '..']) expect(isFileName(name)).toBe(true)
  for (const name of ['', ' ', 'a/b.png', '..\\b.png', 'a\0.png', 'a\r\nb', '\u0085']) expect(isFileName(name)).toBe(false)
})

describe('a download', () => {
  test('keeps its name if the extension matches its type', () => {
    expect(downloadNameOf(fileKeyFor('Plan.PDF', time), 'application/pdf')).toBe('Plan.PDF')
    expect(downloadNameOf(fileKeyFor('a.jpeg', time), 'image/jpeg')).toBe('a.jpeg')
    expect(downloadNameOf(fileKeyFor('house.svg', time), 'image/svg+xml')).toBe('house.svg')
  })

  test('is never saved as an executable file', () => {
    expect(downloadNameOf(fileKeyFor('setup.bat', time), 'text/plain')).toBe('setup.bat.txt')
    expect(downloadNameOf(fileKeyFor('notes', time), 'text/plain')).toBe('notes.txt')
    expect(downloadNameOf(fileKeyFor('invoice.pdf.exe', time), 'application/msword')).toBe('invoice.pdf.exe.doc')
  })
})

describe('an upload', () => {
  test('is an image, a video, an audio file, a PDF or an ordinary document', () => {
    expect(decideUpload('image/png')).toEqual({ ok: true, value: 'image/png' })
    expect(decideUpload('Image/JPEG; q=1', 5)).toEqual({ ok: true, value: 'image/jpeg' })
    expect(decideUpload('application/pdf', uploadLimits.bytes).ok).toBe(true)
  })

  test.each([
    'image/svg+xml',
    'text/html',
    'application/xhtml+xml',
    'text/javascript',
    'application/javascript',
    'application/x-msdownload',
    'text/xml',
    'application/octet-stream',
    '',
    'png',
    'constructor',
  ])('is never %j', (type) => {
    expect(decideUpload(type)).toEqual({ ok: false, reason: 'file_kind_refused' })
  })

  test('has at most the limit of bytes', () => {
    expect(decideUpload('image/png', uploadLimits.bytes + 1)).toEqual({ ok: false, reason: 'file_too_large' })
  })
})

test('a stored file is previewed by its content type, otherwise offered for download', () => {
  expect(previewKind('image/svg+xml')).toBe('image')
  expect(previewKind('video/mp4')).toBe('video')
  expect(previewKind('audio/mpeg')).toBe('audio')
  expect(previewKind('application/pdf; x=y')).toBe('pdf')
  expect(previewKind('application/msword')).toBe('download')
  expect(previewKind('')).toBe('download')
})

test('a size is shown in kilobytes or megabytes', () => {
  expect([1, 90_112, 1_468_006, 1_048_576, 10 * 1_048_576].map(formatSize)).toEqual(['1 KB', '88 KB', '1.4 MB', '1 MB', '10 MB'])
})
