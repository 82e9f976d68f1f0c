import { randomBytes } from 'node:crypto'
import type { CrashReport } from '#contract/crash-reports.ts'
import { Refusal } from '#contract/errors.ts'
import { crashReportLengths as lengths } from '#domain/crash-reports.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor, Origin } from '#server/sessions/actor.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { reportText, reportTexts } from './report-text.ts'

type Services = { readonly db: Database; readonly limiter: RateLimiter }

/** The signed-in person who had the crash, if they say so. */
function reporterOf(report: CrashReport, actor: Actor | null): string | null {
  const named = report.data?.user
  const id = typeof named === 'object' && named !== null && '_id' in named ? named._id : named
  return actor && id === actor.id ? actor.id : null
}

/** Stores a new report, or adds to one whose id the sender knows. */
export async function reportCrash(
  { db, limiter }: Services,
  report: CrashReport,
  actor: Actor | null,
  origin: Origin,
): Promise<{ id: string }> {
  const added = {
    message: reportText(report.message, lengths.message),
    user_id: reporterOf(report, actor),
    user_description: reportText(report.data?.userDescription, lengths.userDescription),
  }
  if (report.id !== 'new') {
    await limiter.take(db, 'crash_report_addition_address', origin.address)
    return addTo(db, report.id, added)
  }
  await limiter.take(db, 'crash_report_address', origin.address)
  // Unguessable, because its holder may add to the report.
  const id = randomBytes(24).toString('base64url')
  const error = reportTexts(report.error, lengths, ['name', 'message', 'stack', 'cause', 'code', 'statusCode'])
  const data = reportTexts(report.data, lengths, ['componentName', 'location', 'browser'])
  await db
    .insertInto('crash_reports')
    .values({ id, error: JSON.stringify(error), data: JSON.stringify(data), ...added })
    .execute()
  return { id }
}

type Added = { readonly message: string | null; readonly user_id: string | null; readonly user_description: string | null }

/** The first claim of a report counts; the description may be sent again. */
async function addTo(db: Database, id: string, { message, user_id, user_description }: Added): Promise<{ id: string }> {
  const changed = await db
    .updateTable('crash_reports')
    .set(({ fn, ref, val }) => ({
      message: fn.coalesce(val(message), ref('message')),
      user_id: fn.coalesce(ref('user_id'), val(user_id)),
      user_description: fn.coalesce(val(user_description), ref('user_description')),
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) throw new Refusal('report_not_found')
  return { id }
}
