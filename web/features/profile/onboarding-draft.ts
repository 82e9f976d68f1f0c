import type { PreferenceValues } from './preferences.ts'

/** Saves the answers in this tab so that they survive a reload, until they are sent. */
export function onboardingDraft(userId: string) {
  const key = `onboarding:${userId}`
  return {
    read: (): PreferenceValues | null => {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? 'null') as PreferenceValues | null
      } catch {
        return null
      }
    },
    save: (values: PreferenceValues): void => {
      try {
        sessionStorage.setItem(key, JSON.stringify(values))
      } catch {
        // Storage is full or disabled: the answers are lost on reload.
      }
    },
    discard: (): void => sessionStorage.removeItem(key),
  }
}
