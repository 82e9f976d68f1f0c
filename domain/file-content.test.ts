import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWhatItSays } from './file-content.ts'
import { type UploadType, uploadLimits } from './files.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const says = (type: UploadType, text: string) => isWhatItSays(type, { head: bytes(text), tail: bytes(text) })

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const pptx = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const odt = 'application/vnd.oasis.opendocument.text'
const ods = 'application/vnd.oasis.opendocument.spreadsheet'
const archiveEnd = `PK\x05\x06${'\0'.repeat(18)}`
const office = (folder: string) => `PK\x03\x04${'\0'.repeat(26)}[Content_Types].xml…${folder}document.xml${archiveEnd}`
const odf = (type: string) => `PK\x03\x04${'\0'.repeat(26)}mimetype${type}${archiveEnd}`
const ole = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1…'

const samples: Record<UploadType, string> = {
  'image/jpeg': '\xff\xd8\xff\xe0\0\x10JFIF\0',
  'image/png': '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  'image/webp': 'RIFF\x10\0\0\0WEBPVP8 ',
  'image/gif': 'GIF89a\x01\0\x01\0',
  'image/avif': '\0\0\0\x20ftypavif\0\0\0\0avifmif1',
  'video/mp4': '\0\0\0\x20ftypisom\0\0\x02\0isomiso2mp41',
  'video/webm': '\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm',
  'video/quicktime': '\0\0\0\x14ftypqt  \0\0\0\0',
  'audio/mpeg': 'ID3\x04\0',
  'audio/mp4': '\0\0\0\x20ftypM4A \0\0\0\0',
  'audio/ogg': 'OggS\0\x02',
  'audio/wav': 'RIFF\x10\0\0\0WAVEfmt ',
  'application/pdf': '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n',
  'application/msword': ole,
  'application/vnd.ms-excel': ole,
  'application/vnd.ms-powerpoint': ole,
  [docx]: office('word/'),
  [xlsx]: office('xl/'),
  [pptx]: office('ppt/'),
  [odt]: odf(odt),
  [ods]: odf(ods),
  'text/plain': 'The roof was renewed in 2019.\r\n',
  'text/csv': '\xef\xbb\xbfaddress,price\r\n1 Elm St,250000\r\n',
}

/** Types that the bytes cannot distinguish, and that are equally harmless. */
const alike: readonly (readonly UploadType[])[] = [
  ['video/mp4', 'video/quicktime', 'audio/mp4'],
  ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'],
  ['text/plain', 'text/csv'],
]

test.each(uploadLimits.contentTypes)('%s is recognized by its bytes and as no other kind', (type) => {
  const same = alike.find((group) => group.includes(type)) ?? [type]
  for (const declared of uploadLimits.contentTypes)
    expect([declared, says(declared, samples[type])]).toEqual([declared, same.includes(declared)])
})

describe('a file is refused that', () => {
  const hostile: readonly (readonly [string, UploadType, string])[] = [
    ['is a page called a picture', 'image/png', '<!doctype html><script>alert(1)</script>'],
    ['is a drawing with script called a picture', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['is a page called a text', 'text/plain', '  <html><script>alert(1)</script>'],
    ['is a page in UTF-16 called a text', 'text/plain', '\xff\xfe<\0h\0t\0m\0l\0>\0'],
    ['is XML called a table', 'text/csv', '\xef\xbb\xbf<?xml version="1.0"?>'],
    ['is a program called a text', 'text/plain', 'MZ\x90\0\x03'],
    ['is a program called a picture', 'image/jpeg', 'MZ\x90\0\x03'],
    ['has a page in a picture', 'image/gif', 'GIF89a/*\0\0*/=1;<ScRiPt>alert(1)</script>'],
    ['has a page in a comment of a picture', 'image/jpeg', `\xff\xd8\xff\xfe\0\x20<html><body onload=alert(1)>`],
    ['has a page behind a picture', 'image/png', `${samples['image/png']}${'\0'.repeat(9_000)}<iframe src=//evil>`],
    ['has an archive behind a picture', 'image/gif', `${samples['image/gif']}PK\x03\x04evil.class${archiveEnd}`],
    ['has an archive with a comment behind a PDF', 'application/pdf', `%PDF-1.7\nPK\x05\x06${'\0'.repeat(16)}\x02\0hi`],
    ['has a PDF in a picture', 'image/jpeg', `\xff\xd8\xff\xfe\0\x20%PDF-1.4`],
    ['has something in front of a PDF', 'application/pdf', '<html>%PDF-1.4'],
    ['has a page at the front of a film', 'video/mp4', `${samples['video/mp4']}<script>alert(1)</script>`],
    ['has code for a server in a picture', 'image/png', `${samples['image/png']}<?php system($_GET[0]);`],
    ['is any archive called a document', docx, `PK\x03\x04${'\0'.repeat(26)}evil.exe${archiveEnd}`],
    ['is empty', 'text/plain', ''],
  ]
  test.each(hostile)('%s', (_, type, text) => {
    expect(says(type, text)).toBe(false)
  })
})

test('a document may contain markup as text, and text may have any encoding', () => {
  expect(says('application/pdf', `%PDF-1.7\n${' '.repeat(2_000)}<body xmlns="http://www.w3.org/1999/xhtml">`)).toBe(true)
  expect(says('text/plain', 'In HTML, write <script> to run code.')).toBe(true)
  expect(says('text/csv', 'stra\xdfe;\x80 5')).toBe(true)
  expect(says('text/csv', '\xff\xfea\0,\0b\0\r\0\n\0')).toBe(true)
  expect(says('audio/mpeg', '\xff\xfb\x90\x64')).toBe(true)
  expect(says('video/quicktime', '\0\0\0\x08wide')).toBe(true)
})

test('any bytes get an answer', () => {
  fc.assert(
    fc.property(fc.constantFrom(...uploadLimits.contentTypes), fc.uint8Array({ maxLength: 300 }), (type, content) => {
      expect(typeof isWhatItSays(type, { head: content, tail: content })).toBe('boolean')
    }),
  )
})
