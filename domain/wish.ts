/** What a person was about to do: `look` at a circle, or `open` one of their own screens. */
export const wishActs = ['join', 'create', 'look', 'open'] as const
export type WishAct = (typeof wishActs)[number]

/** The wish in one sentence, for the waiting screen. */
export function wishWords({ act, title }: { readonly act: WishAct; readonly title: string | null }): string {
  if (act === 'join' && title) return `You were joining ${title}`
  if (act === 'create') return 'You were creating a circle'
  if (act === 'look' && title) return `You were looking at ${title}`
  return 'You were on your way to another page'
}
