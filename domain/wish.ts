import { isolate } from './isolate.ts'

/** What a person was about to do. Only this is remembered: a page that was merely opened by its address is not a wish. */
export const wishActs = ['join', 'create', 'invitation'] as const
export type WishAct = (typeof wishActs)[number]

/** The wish in one sentence, for the waiting screen. */
export function wishWords({ act, title }: { readonly act: WishAct; readonly title: string | null }): string {
  if (act === 'join' && title) return `You were joining ${isolate(title)}`
  if (act === 'create') return 'You were creating a circle'
  if (act === 'invitation' && title) return `You were invited to ${isolate(title)}`
  return 'You were on your way to another page'
}
