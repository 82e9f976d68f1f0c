import type { Export } from '#contract/export.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readAccountData } from './export-account.ts'
import { readBookData } from './export-book.ts'
import { readCircleData } from './export-circles.ts'
import { readDocumentData } from './export-documents.ts'
import { readMoneyData } from './export-money.ts'
import { readMotionData } from './export-motions.ts'
import { readOfferData } from './export-offers.ts'
import { readPropertyData } from './export-properties.ts'
import { readQuestionData } from './export-questions.ts'
import { readSearchData } from './export-searches.ts'
import { readThreadData } from './export-threads.ts'
import { readWhereToPayData } from './export-where-to-pay.ts'

/** All data of this person, read in one snapshot. The export is in the audit log. */
export async function exportData(db: Database, actor: Actor): Promise<Export> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const data: Export = {
        exportedAt: new Date().toISOString(),
        ...(await readAccountData(tx, actor)),
        ...(await readCircleData(tx, actor.id)),
        ...(await readPropertyData(tx, actor.id)),
        ...(await readMotionData(tx, actor.id)),
        ...(await readDocumentData(tx, actor.id)),
        ...(await readMoneyData(tx, actor.id)),
        ...(await readOfferData(tx, actor.id)),
        ...(await readBookData(tx, actor.id)),
        ...(await readWhereToPayData(tx, actor.id)),
        ...(await readThreadData(tx, actor.id)),
        ...(await readQuestionData(tx, actor.id)),
        ...(await readSearchData(tx, actor.id)),
      }
      await writeAudit(tx, { act: 'data.exported', by: actor, subject: ['user', actor.id] })
      return data
    })
}
