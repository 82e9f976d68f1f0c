type CrashWords = {
  readonly error: Readonly<Record<string, unknown>>
  readonly message: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/** Reports come from browsers and may contain anything. */
export const asText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** "TypeError: x is not a function" */
export const crashTitle = ({ error, message }: CrashWords): string =>
  [asText(error.name), asText(error.message)].filter(Boolean).join(': ') || message || 'Unknown error'

/** Where on the page it happened: "VoteTab · /circle/7" */
export const placeOfCrash = ({ data }: CrashWords): string =>
  [asText(data.componentName), asText(data.location)].filter(Boolean).join(' · ')
