import type { z } from 'zod'
import type { Charter, saveRulesRequest } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { charterClauses } from '#domain/charter.ts'
import { type Rules, sameRules } from '#domain/outcome.ts'
import { recordAct } from '#server/db/audit.ts'
import { currentCharter, hasOpenVotes, keepCharter } from '#server/db/charters.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { tellCircle } from '#server/db/live.ts'
import { circlePeople, notify } from '#server/db/notify.ts'
import { settle } from '#server/db/recount.ts'
import { writeRecord } from '#server/db/write-record.ts'
import { holdCircleAs, owner } from '#server/features/circles/hold-circle-as.lookup.ts'
import type { Actor } from '#server/sessions/actor.ts'

type Sent = z.infer<typeof saveRulesRequest>

const applied = (rules: Rules, sent: Sent): Rules => ({
  countBy: sent.countBy ?? rules.countBy,
  threshold: sent.threshold ?? rules.threshold,
  quorum: sent.quorum ?? rules.quorum,
  vetoBlocks: sent.vetoBlocks ?? rules.vetoBlocks,
})

/** Gives the circle new rules: a new version of its charter, on record, and told to everyone in it. */
export async function setRules(tx: Tx, actor: Actor, circleId: string, sent: Sent): Promise<Charter> {
  await holdCircleAs(tx, circleId, actor, owner)
  await settle(tx, circleId)
  const before = await currentCharter(tx, circleId)
  const rules = applied(before.rules, sent)
  if (sameRules(rules, before.rules)) return before
  if (await hasOpenVotes(tx, circleId)) throw new Refusal('rules_in_use')
  // The version that nobody has accepted yet is written down too, so that numbers have no gaps.
  if (before.at === null) await keepCharter(tx, circleId, before, null)
  const charter: Charter = { version: before.version + 1, rules, clauses: charterClauses(rules), at: null }
  await keepCharter(tx, circleId, charter, actor.id)
  await writeRecord(tx, { id: newId(), circleId, kind: 'rules', cause: 'rules', actorId: actor.id, charter }, null)
  const facts = { ...rules, version: charter.version }
  await recordAct(tx, { act: 'circle.rules_set', by: actor, subject: ['circle', circleId], facts })
  await notify(tx, await circlePeople(tx, circleId, actor.id), { kind: 'rules_changed', circleId })
  await tellCircle(tx, circleId, 'circle')
  return currentCharter(tx, circleId)
}
