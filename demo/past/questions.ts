import { askQuestion } from '#server/features/questions/ask-question.ts'
import { answerQuestion } from '#server/features/questions/decide-question.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { noRateLimits } from '#server/shared/limits/rate-limits.ts'
import { actorOf, findCircle, memberOf, type Past } from './past.ts'

type Asked = {
  readonly by: Actor
  readonly daysAgo: number
  readonly text: string
  readonly answer?: string
}

/** What the owner of Clear Creek Lofts says about themself. */
const about =
  'I am a joiner and have kept two old houses in Golden dry for fifteen years. I like to fix a thing once and well, and to know who lives in it.'

async function ask(
  past: Past,
  circle: { readonly id: string; readonly members: readonly Actor[] },
  { by, daysAgo, text, answer }: Asked,
): Promise<void> {
  const { tx, at, publicUrl } = past
  const asked = await at(daysAgo, () =>
    askQuestion(tx, { limiter: noRateLimits, publicUrl }, by, { circleId: circle.id, text, invite: undefined }),
  )
  if (answer)
    await at(daysAgo - 0.3, () => answerQuestion(tx, { limiter: noRateLimits, publicUrl }, memberOf(circle, 0), asked._id, answer))
}

/** What people asked before joining: of an owner who shows who they are, and of the investor to sign in as. */
export async function writeQuestions(past: Past): Promise<void> {
  const { tx, at, people } = past
  const [lofts, cabins] = [await findCircle(past, 'Clear Creek Lofts'), await findCircle(past, 'Juniper Hill Cabins')]
  const owner = memberOf(lofts, 0).id
  await at(1, () => tx.updateTable('users').set({ about, shows_about: true }).where('id', '=', owner).execute())
  const inside = new Set([...lofts.members, ...cabins.members].map(({ id }) => id))
  const [first, second] = people.investors.filter(({ id }) => !inside.has(id)).map(actorOf)
  const pending = actorOf(people.login.pending)
  if (!first || !second) throw new Error('Everyone is in both circles')
  await ask(past, lofts, {
    by: first,
    daysAgo: 0.9,
    text: 'How many of the six lofts are let today?',
    answer: 'Four. Two stand empty since the summer; both need new windows before the winter.',
  })
  await ask(past, lofts, {
    by: pending,
    daysAgo: 0.5,
    text: 'Would you sell after a few years?',
    answer: 'No. The charter says long-term rental; selling takes a motion with three quarters of all arcs.',
  })
  await ask(past, cabins, { by: second, daysAgo: 0.2, text: 'Do the cabins have water in winter, or are they closed from November on?' })
}
