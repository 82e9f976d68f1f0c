import type { PreferenceValues } from './preferences.ts'

/** The answers to onboarding survive a reload; they are kept in this tab for one person, until they are sent. */
export function onboardingDraft(userId: string) {
  const key = `onboarding:${userId}`
  return {
    recall: (): PreferenceValues | null => {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? 'null') as PreferenceValues | null
      } catch {
        return null
      }
    },
    keep: (values: PreferenceValues): void => {
      try {
        sessionStorage.setItem(key, JSON.stringify(values))
      } catch {
        // Storage is full or closed to us: the answers live as long as the page.
      }
    },
    forget: (): void => sessionStorage.removeItem(key),
  }
}
