import { type Preference, preferences } from '#domain/choices.ts'
import { VoteSign, type VoteTone } from '#web/shared/vote/vote-sign.tsx'

type Look = { readonly tone: VoteTone; readonly detail: string }

const looks: Readonly<Record<Preference, Look>> = {
  invest: { tone: 'invest', detail: 'You would commit your arc to this property.' },
  watchList: { tone: 'watch', detail: 'Worth following; not ready to commit yet.' },
  veto: { tone: 'veto', detail: 'You do not want the circle to buy this one.' },
}

export const voteChoices = preferences.map(({ value, text }) => {
  const { tone, detail } = looks[value]
  return { value, text, tone, detail, icon: (size = 18) => <VoteSign tone={tone} size={size} /> }
})
