import type { Cents } from '#domain/money.ts'
import { pay } from '#server/features/book/pay.ts'
import { voteOnMotion } from '#server/features/deciding/vote-on-motion.ts'
import { confirmPaid, markPaid } from '#server/features/distributions/mark-paid.ts'
import { proposeDistribution } from '#server/features/distributions/propose.ts'
import { writeDraft } from '#server/features/distributions/write-draft.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readOpenPayouts } from '#server/shared/distributions/payments.ts'
import { confirmed, dayIn, type Happening, momentOf } from './life.ts'
import type { Owned } from './river-months.ts'

type Payout = {
  readonly amountCents: Cents
  readonly note: string
  /** Whose part is marked as paid, and counts by their word. The others’ are payments that the bank shows. */
  readonly byWordOf?: Actor
}

/** A distribution of that month: proposed on the 5th, passed the next day, paid on the 10th. */
export function payOut(owned: Owned, month: string, { amountCents, note, byWordOf }: Payout): Happening[] {
  const { past, circle, site, treasurer, bank } = owned
  const { tx } = past
  const on = (day: number) => dayIn(month, day)
  let place = { circleId: circle.id, distributionId: '' }
  let motionId = ''
  const show = (person: string, cents: Cents, book: (bankLineId: string) => Promise<unknown>) => {
    const name = past.people.rows.find(({ id }) => id === person)?.last_name?.toUpperCase() ?? ''
    bank().add({ day: on(10), text: `ACH DEBIT ${name}`, cents: -cents, book })
  }
  const payEveryone = async () => {
    for (const { distributionId, receiver, openCents } of await readOpenPayouts(tx, circle.id)) {
      const bankAccountId = bank().accountId
      if (receiver === byWordOf?.id) {
        const mark = { receiver, bankAccountId, day: on(10), words: 'By bank transfer, with the others.' }
        await confirmed(past, treasurer, 'confirm_money', (actor) => markPaid(tx, actor, place, mark, site))
        show(receiver, openCents, async (bankLineId) => {
          const { entry_id } = await tx
            .selectFrom('payout_marks')
            .select('entry_id')
            .where('distribution_id', '=', distributionId)
            .executeTakeFirstOrThrow()
          return bank().matchEntry(entry_id ?? '', bankLineId)
        })
      } else {
        const owed = { what: 'owed', person: receiver, distributionId, bankAccountId, amountCents: openCents } as const
        show(receiver, openCents, (bankLineId) => pay(tx, treasurer, circle.id, { ...owed, bankLineId }, site))
      }
    }
  }
  const giveWord = async (receiver: Actor) => {
    const { id } = await tx
      .selectFrom('payout_marks')
      .select('id')
      .where('distribution_id', '=', place.distributionId)
      .executeTakeFirstOrThrow()
    await confirmed(past, receiver, 'confirm_money', (actor) => confirmPaid(tx, actor, { ...place, markId: id }, site))
  }
  return [
    [
      on(5),
      async () => {
        place = { ...place, distributionId: await writeDraft(tx, treasurer, circle.id, { amountCents, note }, site) }
        motionId = await proposeDistribution(tx, treasurer, place, momentOf(on(13)).toISOString(), site)
      },
    ],
    [
      on(6),
      async () => {
        for (const member of circle.members) await voteOnMotion(tx, member, { circleId: circle.id, motionId }, { choice: 'yes' }, site)
      },
    ],
    [on(10), payEveryone],
    ...(byWordOf ? [[on(12), () => giveWord(byWordOf)] as const] : []),
  ]
}
