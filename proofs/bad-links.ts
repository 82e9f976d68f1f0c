const schemes = ['javascript', 'JaVaScRiPt', 'data', 'vbscript', 'file', 'blob', 'about', 'ftp', 'ws', 'intent']
const tails = ['alert(1)', '//x.example/%0aalert(1)', 'text/html,<script>alert(1)</script>', '//https://listings.example/418']

/** Prefixes that some parsers ignore. */
const leads = ['', ' ', '\t', '\u0001', '\u00a0', '\ufeff']

const disguised = [
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'jav&#x61;script:alert(1)',
  'javascript&colon;alert(1)',
  '///listings.example/418',
  '/\\listings.example',
  'https:/\\listings.example',
  'https:\\\\listings.example',
  'https://listings.example@evil.example/',
  'https://user:secret@listings.example/',
  'https://',
  'https:///x',
  'https://.',
  'https:// listings.example',
  'https://listings.example/\u0000',
  'https://listings.example/a b',
  'https://listings.example/\njavascript:alert(1)',
  'http://[::1]/',
  'https://listings.example:999999/',
  'https://-listings.example',
  '.listings.example/418',
  '?url=https://listings.example',
  'mailto:maya@example.com',
  'tel:+15550100',
  'view-source:https://listings.example',
  'jar:https://listings.example!/x',
  'feed:https://listings.example',
  'chrome://settings',
  'x'.repeat(3_000),
  `https://listings.example/${'x'.repeat(3_000)}`,
]

/** More than a hundred values that are no ordinary web link. */
export const badLinks: readonly string[] = [
  ...schemes.flatMap((scheme) => tails.map((tail) => `${scheme}:${tail}`)),
  ...leads.flatMap((lead) => ['javascript', 'data', 'DATA', 'vbscript', 'feed:javascript'].map((scheme) => `${lead}${scheme}:alert(1)`)),
  ...disguised,
]
