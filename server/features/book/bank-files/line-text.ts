const longestText = 500

/** What a bank says about a line in several fields, as one text: each thing once, without line breaks and lone signs. */
export function lineText(...parts: readonly (string | null | undefined)[]): string {
  const plain = parts.map((part) => (part ?? '').replace(/\s+/g, ' ').trim())
  return [...new Set(plain)]
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .join(' ')
    .slice(0, longestText)
}

export const textOrNull = (...parts: readonly (string | null | undefined)[]): string | null => lineText(...parts) || null
