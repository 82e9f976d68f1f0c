import { paths } from '#contract/paths.ts'
import { ownershipPercent } from '#domain/funding.ts'
import { type ComingRow, comingRows, fullWords } from '#domain/welcome.ts'
import type { Tx } from '#server/db/connect.ts'
import { sendTogether } from '#server/db/transaction.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { readWelcome } from './welcome.ts'

type Joined = { readonly circleId: string; readonly userId: string; readonly charterVersion: number; readonly publicUrl: string }

const readRecipient = (tx: Tx, { circleId, userId }: Joined) =>
  tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', circleId))
    .select(['users.email', 'users.first_name', 'circles.title', 'circles.city', 'circles.state'])
    .select(({ selectFrom, fn }) => [
      selectFrom('arcs').select(fn.countAll<number>().as('count')).where('arcs.circle_id', '=', circleId).as('arcsTotal'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

/** Confirms a new member's commitment. Always sent: it is about the person's own money. */
export async function confirmByMail(tx: Tx, joined: Joined): Promise<void> {
  const { circleId, userId, charterVersion, publicUrl } = joined
  const [to, welcome] = await sendTogether([readRecipient(tx, joined), readWelcome(tx, circleId, userId)])
  if (!to?.email) return
  const { arcs, amount, target, freeArcs } = welcome
  const [first] = comingRows(welcome)
  const full = fullWords(welcome)
  const next = first && (first.at ? { at: first.at, words: withoutStop(first.what) } : null)
  await queueMail(
    tx,
    'you-are-in',
    { userId, email: to.email },
    {
      firstName: to.first_name,
      circleTitle: to.title,
      place: [to.city, to.state].filter(Boolean).join(', '),
      arcs,
      arcsTotal: Number(to.arcsTotal),
      amount,
      percent: ownershipPercent(amount, target),
      charterVersion,
      agreedAt: new Date().toISOString(),
      next: next ?? (full ? { at: null, words: withoutStop(full) } : first ? { at: null, words: undatedWords(first) } : null),
      link: `${publicUrl}${paths.circle(circleId)}`,
      leaveLink: freeArcs > 0 ? `${publicUrl}${paths.circleMembers(circleId)}` : null,
    },
  )
}

/** "The circle decides what to buy when 1 more arc is held", or "A first property is brought (no date yet)". */
const undatedWords = ({ when, what }: ComingRow): string =>
  `${withoutStop(what)} ${when.startsWith('When') ? when.replace('When', 'when') : '(no date yet)'}`
