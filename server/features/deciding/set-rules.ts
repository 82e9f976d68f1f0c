import type { z } from 'zod'
import type { Charter, saveRulesRequest } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { charterClauses } from '#domain/charter.ts'
import { mayManageCircle } from '#domain/may/circle.ts'
import { type Rules, sameRules } from '#domain/outcome.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { agreeToCharter, areRulesByMotion, hasOpenVotes, readCurrentCharter, writeCharter } from '#server/shared/deciding/charters.ts'
import { writeRecord } from '#server/shared/deciding/write-record.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { requireStage } from '#server/shared/stages/stages.ts'

type Sent = z.infer<typeof saveRulesRequest>

const applied = (rules: Rules, sent: Sent): Rules => ({
  countBy: sent.countBy ?? rules.countBy,
  threshold: sent.threshold ?? rules.threshold,
  quorum: sent.quorum ?? rules.quorum,
  vetoBlocks: sent.vetoBlocks ?? rules.vetoBlocks,
})

/** Changes a circle's rules: writes a new charter version, to which the owner agrees by setting it, and notifies everyone in the circle. */
export async function setRules(tx: Tx, actor: Actor, circleId: string, sent: Sent, site: Site): Promise<Charter> {
  await lockCircleAs(tx, circleId, actor, mayManageCircle)
  await closeDueFirst(tx, circleId, site)
  await requireStage(tx, circleId, 'set_rules')
  const before = await readCurrentCharter(tx, circleId)
  const rules = applied(before.rules, sent)
  if (sameRules(rules, before.rules)) return before
  if (await areRulesByMotion(tx, circleId)) throw new Refusal('rules_by_motion')
  if (await hasOpenVotes(tx, circleId)) throw new Refusal('rules_in_use')
  // The default version, which nobody has accepted yet, is stored too, so that version numbers have no gaps.
  if (before.at === null) await writeCharter(tx, circleId, before, null)
  const charter: Charter = { version: before.version + 1, rules, clauses: charterClauses(rules), at: null }
  await writeCharter(tx, circleId, charter, actor.id)
  await agreeToCharter(tx, actor, circleId)
  await writeRecord(tx, { circleId, kind: 'rules', cause: 'rules', actorId: actor.id, charter })
  const facts = { ...rules, version: charter.version }
  await writeAudit(tx, { act: 'circle.rules_set', by: actor, subject: ['circle', circleId], facts })
  await notify(tx, await findCirclePeople(tx, circleId, actor.id), { kind: 'rules_changed', circleId })
  await publishCircleChange(tx, circleId, 'circle')
  return readCurrentCharter(tx, circleId)
}
