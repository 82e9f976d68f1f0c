type Stored<Values> = { readonly version: string; readonly values: Values }

/**
 * What a person has typed and not sent, kept in this browser across reloads. The key names the person. `version`: of what is edited; the
 * draft of an earlier one is not offered any more.
 */
export function savedDraft<Values>(key: string, version = '') {
  const discard = () => localStorage.removeItem(key)
  return {
    read: (): Values | null => {
      try {
        const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Stored<Values>> | null
        return stored?.version === version ? (stored.values ?? null) : null
      } catch {
        return null
      }
    },
    save: (values: Values): void => {
      try {
        localStorage.setItem(key, JSON.stringify({ version, values } satisfies Stored<Values>))
      } catch {
        // Storage is full or disabled: the draft is lost on reload.
      }
    },
    discard,
  }
}
