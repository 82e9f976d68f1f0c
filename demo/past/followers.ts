import { followCircle } from '#server/features/follows/follows.ts'
import { enterWaitingList } from '#server/features/waiting-list/waiting-list.ts'
import { actorOf, findCircle, type Past } from './past.ts'

/** Who follows circles that they are not in, and who waits for an arc to come free. */
export async function writeFollowers(past: Past): Promise<void> {
  const { tx, at, people } = past
  const [investor, pending] = [actorOf(people.login.investor), actorOf(people.login.pending)]
  for (const [title, daysAgo] of [
    ['Harbor Street Triples', 11],
    ['Foundry Works', 6],
  ] as const) {
    const { id } = await findCircle(past, title)
    await at(daysAgo, () => followCircle(tx, investor, id, undefined))
  }
  const larkspur = await findCircle(past, 'Larkspur Terrace')
  await at(1.5, () => followCircle(tx, pending, larkspur.id, undefined))
  const donner = await findCircle(past, 'Donner Lake Chalets')
  await at(4, () => enterWaitingList(tx, investor, donner.id, undefined))
}
