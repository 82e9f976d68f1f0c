const removed = '[removed]'

// Quantifiers that could start at many positions are bounded, so that hostile input takes linear time.
const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // A header is removed with its whole line, because schemes and several values may follow the name.
  [
    /\b((?:proxy-)?authorization|x-refresh-token|(?:set-)?cookie)(\\{0,8}["']?\s{0,4}[:=]\s{0,4}\\{0,8}["']?)[^\r\n"']{1,8000}/gi,
    `$1$2${removed}`,
  ],
  [/\b(bearer)\s{1,4}[\w.~+/=-]{8,}/gi, `$1 ${removed}`],
  [/\b(basic)\s{1,4}[A-Za-z0-9+/]{16,}={0,2}/gi, `$1 ${removed}`],
  [/:\/\/[^\s/?#@"']{1,400}@/g, `://${removed}@`],
  // `token=…`, `"password": "…"`, `X-Amz-Signature=…`, also URL-encoded or inside JSON strings.
  [
    /((?:token|passw(?:or)?d|passphrase|secret|api-?_?key|signature|credential)[\w.-]{0,12}|\b(?:sig|invite))(\\{0,8}["']?\s{0,4}[=:]\s{0,4}|%3D)(?!\[removed])(?:\\{0,8}"[^"]{0,4000}"|\\{0,8}'[^']{0,4000}'|(?:(?!%26)[^\s&"',;)}\]])+)/gi,
    `$1$2${removed}`,
  ],
  // A calendar feed's address is its only credential.
  [/(\/calendar\/)[\w-]{8,}/g, `$1${removed}`],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, removed],
  // Refresh tokens and other long keys. A one-time token has 43 characters; mixed case and digits distinguish it from a long name.
  [/[\w-]{60,}/g, removed],
  [/(?<![\w-])(?=[\w-]{0,38}\d)(?=[\w-]{0,38}[A-Z])(?=[\w-]{0,38}[a-z])[\w-]{40,59}(?![\w-])/g, removed],
]

/** Removes everything that looks like a token, a password or a credential, before a text is stored or logged. */
export const scrubSecrets = (text: string): string =>
  rules.reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), text)
