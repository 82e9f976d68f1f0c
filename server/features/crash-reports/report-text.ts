import { scrubSecrets } from '#server/scrub-secrets.ts'

function stringOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '' // nested too deeply to be serialized
  }
}

/** What is stored of a value: text that PostgreSQL accepts, without secrets, truncated; null if empty. */
export function reportText(value: unknown, most: number): string | null {
  if (value === null || value === undefined) return null
  const text = scrubSecrets(stringOf(value)).replaceAll('\0', '').slice(0, most).toWellFormed()
  return text === '' ? null : text
}

/** The non-empty fields, each as text. */
export const reportTexts = <Name extends string>(
  from: { readonly [Key in Name]?: unknown } | null | undefined,
  lengths: Readonly<Record<Name, number>>,
  names: readonly Name[],
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = reportText(from?.[name], lengths[name])
      return text === null ? [] : [[name, text]]
    }),
  ) as Partial<Record<Name, string>>
