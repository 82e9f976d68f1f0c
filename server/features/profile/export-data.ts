import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { Preference } from '#domain/choices.ts'
import { invitationState } from '#domain/invitation.ts'
import type { MotionChoice } from '#domain/motions.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { belongsTo } from '#server/shared/circle-people/circle-people.ts'
import { invitationFacts, isValidFor } from '#server/shared/invitations/invitations.ts'
import { readMailChoices } from '#server/shared/notices/mail-choices.ts'
import { readAllNotices } from '#server/shared/notices/notices.ts'
import { toUser, type UserRow } from '#server/shared/people/users.ts'
import { listDecisions } from '#server/shared/verification/decisions.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

/** A former member of a hidden circle gets neither its title nor an address. */
const maySee = (userId: string) => sql<boolean>`(not circles.hide_circle
  or ${belongsTo(sql.ref('circles.id'), userId)}
  or exists (select from circle_invitations where circle_invitations.circle_id = circles.id and ${isValidFor(userId, null)}))`
const titleFor = (userId: string) => sql<string | null>`case when ${maySee(userId)} then circles.title end`.as('title')
const addressFor = (userId: string) => sql<string | null>`case when ${maySee(userId)} then properties.address end`.as('address')

const readMemberships = (tx: Tx, userId: string) =>
  tx
    .selectFrom('memberships')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select([
      'memberships.id',
      'memberships.circle_id',
      titleFor(userId),
      'memberships.is_owner',
      'memberships.created_at',
      'memberships.ended_at',
      sql<number>`(select coalesce(sum(price), 0)::bigint from arcs where arcs.membership_id = memberships.id)`.as('amount'),
    ])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.created_at')
    .execute()

const readLedgerRows = (tx: Tx, userId: string) =>
  tx
    .selectFrom('ledger')
    .innerJoin('circles', 'circles.id', 'ledger.circle_id')
    .select(['ledger.id', 'ledger.circle_id', titleFor(userId), 'ledger.kind', 'ledger.arcs', 'ledger.amount', 'ledger.at'])
    .where('ledger.user_id', '=', userId)
    .orderBy('ledger.id')
    .execute()

const readVotes = (tx: Tx, userId: string) =>
  tx
    .selectFrom('preferences')
    .innerJoin('properties', 'properties.id', 'preferences.property_id')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .select([
      'properties.id',
      addressFor(userId),
      'circles.id as circle_id',
      titleFor(userId),
      'preferences.preference',
      'preferences.updated_at',
    ])
    .where('preferences.user_id', '=', userId)
    .orderBy('preferences.created_at')
    .execute()

const ofProperty = (userId: string) => ['properties.id', addressFor(userId), 'circles.id as circle_id', titleFor(userId)] as const

const readVoteHistory = (tx: Tx, userId: string) =>
  tx
    .selectFrom('votes_cast')
    .innerJoin('properties', 'properties.id', 'votes_cast.property_id')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .leftJoin('vote_reasons', 'vote_reasons.vote_id', 'votes_cast.id')
    .select([...ofProperty(userId), 'votes_cast.preference', 'vote_reasons.reason', sql<Date>`votes_cast.at`.as('at')])
    .where('votes_cast.user_id', '=', userId)
    .orderBy('votes_cast.at')
    .execute()

const readPosts = (tx: Tx, userId: string) =>
  tx
    .selectFrom('posts')
    .leftJoin('properties', 'properties.id', 'posts.property_id')
    .leftJoin('motions', 'motions.id', 'posts.motion_id')
    .innerJoin('circles', (join) => join.on(sql<boolean>`circles.id = coalesce(properties.circle_id, motions.circle_id)`))
    .select(['properties.id', addressFor(userId), 'posts.motion_id', 'circles.id as circle_id', titleFor(userId)])
    .select(['posts.body', 'posts.created_at'])
    .where('posts.user_id', '=', userId)
    .orderBy('posts.id')
    .execute()

const motionTitleFor = (userId: string) => sql<string | null>`case when ${maySee(userId)} then motion_texts.title end`.as('motion_title')

const readMotions = (tx: Tx, userId: string) =>
  tx
    .selectFrom('motions')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .leftJoin('motion_withdrawals', 'motion_withdrawals.motion_id', 'motions.id')
    .select(['motions.id', 'motions.circle_id', titleFor(userId), 'motions.facts', 'motions.closes_at', 'motions.at'])
    .select(['motion_texts.title as motion_title', 'motion_texts.body', 'motion_texts.payee', 'motion_withdrawals.at as withdrawn_at'])
    .where('motions.proposed_by', '=', userId)
    .orderBy('motions.id')
    .execute()

const readMotionVotes = (tx: Tx, userId: string) =>
  tx
    .selectFrom('motion_votes')
    .innerJoin('motions', 'motions.id', 'motion_votes.motion_id')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .leftJoin('motion_vote_reasons', 'motion_vote_reasons.vote_id', 'motion_votes.id')
    .select(['motions.id', 'motions.circle_id', titleFor(userId), motionTitleFor(userId)])
    .select(['motion_votes.choice', 'motion_vote_reasons.reason', 'motion_votes.at'])
    .where('motion_votes.user_id', '=', userId)
    .orderBy('motion_votes.at')
    .execute()

const readMotionConflicts = (tx: Tx, userId: string) =>
  tx
    .selectFrom('motion_conflicts')
    .innerJoin('motions', 'motions.id', 'motion_conflicts.motion_id')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .select(['motions.id', 'motions.circle_id', titleFor(userId), motionTitleFor(userId)])
    .select(['motion_conflicts.declared_by', 'motion_conflicts.at'])
    .where('motion_conflicts.user_id', '=', userId)
    .orderBy('motion_conflicts.at')
    .execute()

const readCalendarSince = async (tx: Tx, userId: string): Promise<string | null> =>
  iso((await tx.selectFrom('calendar_feeds').select('at').where('user_id', '=', userId).executeTakeFirst())?.at ?? null)

const readCharters = (tx: Tx, userId: string) =>
  tx
    .selectFrom('charter_acceptances')
    .innerJoin('circles', 'circles.id', 'charter_acceptances.circle_id')
    .select(['circles.id', titleFor(userId), 'charter_acceptances.version', 'charter_acceptances.at'])
    .where('charter_acceptances.user_id', '=', userId)
    .orderBy('charter_acceptances.at')
    .execute()

const readThreadVisits = (tx: Tx, userId: string) =>
  tx
    .selectFrom('thread_visits')
    .leftJoin('properties', 'properties.id', 'thread_visits.property_id')
    .leftJoin('motions', 'motions.id', 'thread_visits.motion_id')
    .innerJoin('circles', (join) => join.on(sql<boolean>`circles.id = coalesce(properties.circle_id, motions.circle_id)`))
    .select(['properties.id', addressFor(userId), 'thread_visits.motion_id', 'circles.id as circle_id', titleFor(userId)])
    .select('thread_visits.at')
    .where('thread_visits.user_id', '=', userId)
    .orderBy('thread_visits.at')
    .execute()

const readProperties = (tx: Tx, userId: string) =>
  tx
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .selectAll('properties')
    .select('circles.title')
    .select(
      sql<string[]>`coalesce((select json_agg(image_key order by position) from property_pictures
        where property_id = properties.id), '[]')`.as('pictures'),
    )
    .where('properties.uploaded_by', '=', userId)
    .where(maySee(userId))
    .where('properties.deleted_at', 'is', null)
    .orderBy('properties.created_at')
    .execute()

const readAssignments = (tx: Tx, userId: string) =>
  tx
    .selectFrom('broker_assignments')
    .innerJoin('circles', 'circles.id', 'broker_assignments.circle_id')
    .select(['circles.id', 'circles.title', 'broker_assignments.is_exclusive', 'broker_assignments.assigned_at'])
    .where('broker_assignments.broker_id', '=', userId)
    .execute()

const readWaitingLists = (tx: Tx, userId: string) =>
  tx
    .selectFrom('waiting_list')
    .innerJoin('circles', 'circles.id', 'waiting_list.circle_id')
    .select(['circles.id', titleFor(userId), 'waiting_list.created_at'])
    .where('waiting_list.user_id', '=', userId)
    .execute()

const readSentInvitations = (tx: Tx, userId: string) =>
  tx
    .selectFrom('circle_invitations')
    .innerJoin('circles', 'circles.id', 'circle_invitations.circle_id')
    .leftJoin('users', 'users.id', 'circle_invitations.user_id')
    .select(['circles.id', titleFor(userId), 'circle_invitations.email', 'circle_invitations.note', 'circle_invitations.created_at'])
    .select(invitationFacts)
    .where('circle_invitations.created_by', '=', userId)
    .orderBy('circle_invitations.id')
    .execute()

const readUsedInvitations = (tx: Tx, userId: string) =>
  tx
    .selectFrom('circle_invitations')
    .innerJoin('circles', 'circles.id', 'circle_invitations.circle_id')
    .select([
      'circles.id',
      titleFor(userId),
      'circle_invitations.email',
      'circle_invitations.created_at',
      'circle_invitations.registered_at',
    ])
    .where('circle_invitations.user_id', '=', userId)
    .orderBy('circle_invitations.id')
    .execute()

const readFollows = (tx: Tx, userId: string) =>
  tx
    .selectFrom('circle_follows')
    .innerJoin('circles', 'circles.id', 'circle_follows.circle_id')
    .select(['circles.id', titleFor(userId), 'circle_follows.created_at'])
    .where('circle_follows.user_id', '=', userId)
    .orderBy('circle_follows.created_at')
    .execute()

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

const readSessions = (tx: Tx, userId: string) =>
  tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'rotated_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

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

const ownUser = (row: UserRow): Export['user'] => ({
  ...toUser(row),
  tosAcceptedAt: iso(row.tos_accepted_at),
  verificationRequestedAt: iso(row.verification_requested_at),
  verifiedAt: iso(row.verified_at),
})

/** All data of this person, read in one snapshot. The export is in the audit log. */
export async function exportData(db: Database, actor: Actor): Promise<Export> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const user = await tx.selectFrom('users').selectAll().where('id', '=', actor.id).executeTakeFirstOrThrow()
      const data: Export = {
        exportedAt: new Date().toISOString(),
        user: ownUser(user),
        memberships: (await readMemberships(tx, actor.id)).map((row) => ({
          _id: row.id,
          circle: row.circle_id,
          circleTitle: row.title,
          isOwner: row.is_owner,
          investmentAmount: row.amount,
          createdAt: row.created_at.toISOString(),
          endedAt: iso(row.ended_at),
        })),
        ledger: (await readLedgerRows(tx, actor.id)).map((row) => ({
          _id: String(row.id),
          circle: row.circle_id,
          circleTitle: row.title,
          kind: row.kind as Export['ledger'][number]['kind'],
          arcs: row.arcs,
          amount: row.amount,
          at: row.at.toISOString(),
        })),
        votes: (await readVotes(tx, actor.id)).map((row) => ({
          property: row.id,
          address: row.address,
          circle: row.circle_id,
          circleTitle: row.title,
          preference: row.preference as Preference,
          updatedAt: row.updated_at.toISOString(),
        })),
        voteHistory: (await readVoteHistory(tx, actor.id)).map((row) => ({
          property: row.id,
          address: row.address,
          circle: row.circle_id,
          circleTitle: row.title,
          preference: row.preference as Preference | null,
          reason: row.reason,
          at: row.at.toISOString(),
        })),
        posts: (await readPosts(tx, actor.id)).map((row) => ({
          property: row.id,
          address: row.address,
          motion: row.motion_id,
          circle: row.circle_id,
          circleTitle: row.title,
          text: row.body,
          createdAt: row.created_at.toISOString(),
        })),
        motions: (await readMotions(tx, actor.id)).map((row) => ({
          _id: row.id,
          circle: row.circle_id,
          circleTitle: row.title,
          facts: row.facts as unknown as Export['motions'][number]['facts'],
          title: row.motion_title,
          text: row.body,
          payee: row.payee,
          closesAt: row.closes_at.toISOString(),
          at: row.at.toISOString(),
          withdrawnAt: iso(row.withdrawn_at),
        })),
        motionVotes: (await readMotionVotes(tx, actor.id)).map((row) => ({
          motion: row.id,
          title: row.motion_title,
          circle: row.circle_id,
          circleTitle: row.title,
          choice: row.choice as MotionChoice,
          reason: row.reason,
          at: row.at.toISOString(),
        })),
        motionConflicts: (await readMotionConflicts(tx, actor.id)).map((row) => ({
          motion: row.id,
          title: row.motion_title,
          circle: row.circle_id,
          circleTitle: row.title,
          isOwnWord: row.declared_by === actor.id,
          at: row.at.toISOString(),
        })),
        calendarSince: await readCalendarSince(tx, actor.id),
        charters: (await readCharters(tx, actor.id)).map((row) => ({
          circle: row.id,
          circleTitle: row.title,
          version: row.version,
          at: row.at.toISOString(),
        })),
        notices: (await readAllNotices(tx, actor.id)).map(({ words, at, readAt }) => ({ words, at, readAt })),
        ...(await readMailChoices(tx, actor.id)),
        threadVisits: (await readThreadVisits(tx, actor.id)).map((row) => ({
          property: row.id,
          address: row.address,
          motion: row.motion_id,
          circle: row.circle_id,
          circleTitle: row.title,
          at: row.at.toISOString(),
        })),
        properties: (await readProperties(tx, actor.id)).map((row) => ({
          _id: row.id,
          circle: row.circle_id,
          circleTitle: row.title,
          address: row.address,
          city: row.city,
          state: row.state,
          zipCode: row.zip_code,
          url: row.url,
          price: row.price,
          yearBuilt: row.year_built,
          bedrooms: row.bedrooms,
          bathrooms: row.bathrooms,
          livingArea: row.living_area,
          pictures: row.pictures,
          listingStatus: row.listing_status,
          createdAt: row.created_at.toISOString(),
        })),
        brokerCircles: (await readAssignments(tx, actor.id)).map((row) => ({
          circle: row.id,
          circleTitle: row.title,
          isExclusive: row.is_exclusive,
          assignedAt: row.assigned_at.toISOString(),
        })),
        waitingLists: (await readWaitingLists(tx, actor.id)).map((row) => ({
          circle: row.id,
          circleTitle: row.title,
          createdAt: row.created_at.toISOString(),
        })),
        invitationsSent: (await readSentInvitations(tx, actor.id)).map((row) => ({
          circle: row.id,
          circleTitle: row.title,
          email: row.email,
          note: row.note,
          state: invitationState(row),
          createdAt: row.created_at.toISOString(),
        })),
        invitationsUsed: (await readUsedInvitations(tx, actor.id)).map((row) => ({
          circle: row.id,
          circleTitle: row.title,
          email: row.email,
          createdAt: row.created_at.toISOString(),
          usedAt: (row.registered_at ?? row.created_at).toISOString(),
        })),
        followedCircles: (await readFollows(tx, actor.id)).map((row) => ({
          circle: row.id,
          circleTitle: row.title,
          createdAt: row.created_at.toISOString(),
        })),
        wish: await readSavedWish(tx, actor.id),
        verification: await readVerification(tx, actor.id),
        files: (await readFiles(tx, actor.id)).map((row) => ({
          key: row.key,
          contentType: row.content_type,
          size: row.size,
          createdAt: row.created_at.toISOString(),
        })),
        crashReports: (await readCrashReports(tx, actor.id)).map((row) => ({
          message: row.message,
          userDescription: row.user_description,
          createdAt: row.created_at.toISOString(),
        })),
        sessions: (await readSessions(tx, actor.id)).map((row) => ({
          _id: row.id,
          isCurrent: row.id === actor.sessionId,
          userAgent: row.user_agent,
          address: row.address,
          createdAt: row.created_at.toISOString(),
          lastSeenAt: row.rotated_at.toISOString(),
        })),
        passkeys: (await readPasskeys(tx, actor.id)).map((row) => ({
          name: row.name,
          createdAt: row.created_at.toISOString(),
          lastUsedAt: iso(row.last_used_at),
        })),
      }
      await writeAudit(tx, { act: 'data.exported', by: actor, subject: ['user', actor.id] })
      return data
    })
}
