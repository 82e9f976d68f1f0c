import type { Export } from '#contract/export.ts'
import type { ReportKind, ReportReason } from '#domain/reports.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readMailChoices } from '#server/shared/notices/mail-choices.ts'
import { readAllNotices } from '#server/shared/notices/notices.ts'
import { readPushKinds, selectPushDevices } from '#server/shared/notices/push-choices.ts'
import { selectSessions, toSession } from '#server/shared/people/sessions.ts'
import { toUser } from '#server/shared/people/users.ts'
import { listDecisions } from '#server/shared/verification/decisions.ts'
import { iso } from './export-visible.ts'

async function readUser(tx: Tx, userId: string): Promise<Export['user']> {
  const row = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return {
    ...toUser(row),
    tosAcceptedAt: iso(row.tos_accepted_at),
    verificationRequestedAt: iso(row.verification_requested_at),
    verifiedAt: iso(row.verified_at),
  }
}

const readCalendarSince = async (tx: Tx, userId: string): Promise<string | null> =>
  iso((await tx.selectFrom('calendar_feeds').select('at').where('user_id', '=', userId).executeTakeFirst())?.at ?? null)

const readSavedWish = async (tx: Tx, userId: string): Promise<Export['wish']> => {
  const row = await tx.selectFrom('kept_wishes').select(['path', 'made_at']).where('user_id', '=', userId).executeTakeFirst()
  return row ? { path: row.path, madeAt: row.made_at.toISOString() } : null
}

const readVerification = async (tx: Tx, userId: string): Promise<Export['verification']> => {
  const details = await tx.selectFrom('verification_details').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const documents = await tx
    .selectFrom('verification_documents')
    .select(['name', 'added_at'])
    .where('user_id', '=', userId)
    .orderBy('place')
    .execute()
  const decisions = await listDecisions(tx, userId)
  return {
    phone: details?.phone ?? '',
    bestTime: details?.best_time ?? '',
    note: details?.note ?? '',
    sentAt: iso(details?.sent_at ?? null),
    documents: documents.map(({ name, added_at }) => ({ name, addedAt: added_at.toISOString() })),
    decisions: decisions.map(({ kind, sentence, at }) => ({ kind, sentence, at: at.toISOString() })),
  }
}

const readPasskeys = (tx: Tx, userId: string) =>
  tx.selectFrom('passkeys').select(['name', 'created_at', 'last_used_at']).where('user_id', '=', userId).orderBy('created_at').execute()

const readFiles = (tx: Tx, userId: string) =>
  tx
    .selectFrom('files')
    .select(['key', 'content_type', 'size', 'created_at'])
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .execute()

const readCrashReports = (tx: Tx, userId: string) =>
  tx
    .selectFrom('crash_reports')
    .select(['message', 'user_description', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

const readReports = (tx: Tx, userId: string) =>
  tx
    .selectFrom('report_reasons')
    .innerJoin('reports', 'reports.id', 'report_reasons.report_id')
    .select(['reports.kind', 'reports.decision', 'report_reasons.reason', 'report_reasons.words', 'report_reasons.at'])
    .where('report_reasons.user_id', '=', userId)
    .orderBy('report_reasons.at')
    .execute()

type AccountData = Pick<
  Export,
  | 'user'
  | 'calendarSince'
  | 'notices'
  | 'digest'
  | 'mails'
  | 'pushes'
  | 'pushDevices'
  | 'wish'
  | 'verification'
  | 'reports'
  | 'files'
  | 'crashReports'
  | 'sessions'
  | 'presence'
  | 'passkeys'
>

async function readPresence(tx: Tx, userId: string) {
  const seen = await tx.selectFrom('last_requests').select('at').where('user_id', '=', userId).executeTakeFirst()
  const away = await tx.selectFrom('silences').select(['since', 'ended_at']).where('user_id', '=', userId).orderBy('since').execute()
  return {
    lastRequestAt: iso(seen?.at ?? null),
    away: away.map(({ since, ended_at }) => ({ since: since.toISOString(), until: iso(ended_at) })),
  }
}

/** The account itself: profile, verification, settings, sessions, passkeys, files and reports. */
export const readAccountData = async (tx: Tx, { id: userId, sessionId }: Actor): Promise<AccountData> => ({
  user: await readUser(tx, userId),
  calendarSince: await readCalendarSince(tx, userId),
  notices: (await readAllNotices(tx, userId)).map(({ words, at, readAt }) => ({ words, at, readAt })),
  ...(await readMailChoices(tx, userId)),
  pushes: await readPushKinds(tx, userId),
  pushDevices: (await selectPushDevices(tx, userId).execute()).map((row) => ({
    userAgent: row.user_agent,
    since: row.created_at.toISOString(),
  })),
  wish: await readSavedWish(tx, userId),
  verification: await readVerification(tx, userId),
  reports: (await readReports(tx, userId)).map((row) => ({
    kind: row.kind as ReportKind,
    reason: row.reason as ReportReason,
    words: row.words,
    at: row.at.toISOString(),
    isLookedAt: row.decision !== null,
  })),
  files: (await readFiles(tx, userId)).map((row) => ({
    key: row.key,
    contentType: row.content_type,
    size: row.size,
    createdAt: row.created_at.toISOString(),
  })),
  crashReports: (await readCrashReports(tx, userId)).map((row) => ({
    message: row.message,
    userDescription: row.user_description,
    createdAt: row.created_at.toISOString(),
  })),
  sessions: (await selectSessions(tx, userId).orderBy('created_at').execute()).map((row) => toSession(row, sessionId)),
  presence: await readPresence(tx, userId),
  passkeys: (await readPasskeys(tx, userId)).map((row) => ({
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: iso(row.last_used_at),
  })),
})
