import type { UserRow } from '#demo/plan-people.ts'
import { purchasePlans } from '#domain/arcs.ts'
import { saveFirstSteps } from '#server/features/first-steps/first-steps.ts'
import { invitePeople } from '#server/features/invitations/invite-people.ts'
import { openInvitation } from '#server/features/invitations/open-invitation.ts'
import { remindInvited } from '#server/features/invitations/remind-invited.ts'
import { buyArcs } from '#server/features/membership/buy-arcs.ts'
import { inviteToken } from '#server/sessions/derived-tokens.ts'
import { lockArcs } from '#server/shared/ledger/lock-arcs.ts'
import { noRateLimits } from '#server/shared/limits/rate-limits.ts'
import { actorOf, findCircle, memberOf, type Past } from './past.ts'

const note = 'We are three arcs short of our cabins. Shall we do this together?'

/** The investor to sign in as has invited people to the circle that they own; each has come another way. */
export async function writeInvitations(past: Past): Promise<void> {
  const { tx, at, people, keys, publicUrl } = past
  const circle = await findCircle(past, 'Juniper Hill Cabins')
  const owner = memberOf(circle, 0)
  const friend = people.investors.find(({ id }) => !circle.members.some((member) => member.id === id))
  const [, waiting] = people.awaiting
  const [, registered] = people.newcomers
  if (!friend || !waiting || !registered) throw new Error('The demo has too few people to invite')
  const services = { keys, limiter: noRateLimits, publicUrl }
  const invite = (daysAgo: number, ...emails: string[]) =>
    at(daysAgo, () => invitePeople(tx, services, owner, { circleId: circle.id }, { emails, note }))
  const idOf = async (email: string): Promise<string> =>
    (await tx.selectFrom('circle_invitations').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  const open = async (daysAgo: number, email: string, user: UserRow | null) => {
    const token = inviteToken(keys, { id: await idOf(email) })
    await at(daysAgo, () => openInvitation(tx, circle.id, user && actorOf(user), token))
  }

  const [friendEmail, waitingEmail, registeredEmail] = [friend.email ?? '', waiting.email ?? '', registered.email ?? '']
  await invite(9, friendEmail, 'nell.abara@mailbox.example')
  await open(8.6, friendEmail, friend)
  await at(8.5, async () => {
    const [smallest] = purchasePlans(await lockArcs(tx, circle.id))
    await buyArcs(tx, { circleId: circle.id, buyer: actorOf(friend), amount: smallest?.amount ?? 0, publicUrl })
  })
  await open(7.2, 'nell.abara@mailbox.example', null)
  await invite(4, waitingEmail, registeredEmail)
  const opened = await idOf('nell.abara@mailbox.example')
  await at(3, () => remindInvited(tx, services, owner, { circleId: circle.id }, opened))
  await open(2, registeredEmail, registered)
  await invite(1.6, 'corin.vance@mailbox.example')
  await open(1.2, waitingEmail, waiting)
  await at(1, () => saveFirstSteps(tx, circle.id, { isPutAway: false }))
}
