import { IconBan, IconCircleCheck, IconEye } from '@tabler/icons-react'
import { type Preference, preferences } from '#domain/choices.ts'
import { iconProps } from '#web/ui/icon-props.ts'

type Look = { readonly tone: 'invest' | 'watch' | 'veto'; readonly Icon: typeof IconEye; readonly detail: string }

const looks: Readonly<Record<Preference, Look>> = {
  invest: { tone: 'invest', Icon: IconCircleCheck, detail: 'You would commit your arc to this property.' },
  watchList: { tone: 'watch', Icon: IconEye, detail: 'Worth following; not ready to commit yet.' },
  veto: { tone: 'veto', Icon: IconBan, detail: 'You do not want the circle to buy this one.' },
}

/** The three ways to vote, each with its word, its sign and its colour. */
export const voteChoices = preferences.map(({ value, text }) => {
  const { tone, Icon, detail } = looks[value]
  return { value, text, tone, detail, icon: (size = 18) => <Icon {...iconProps(size)} /> }
})
