import { type RawBuilder, sql } from 'kysely'
import { listingStatusValues } from '#domain/choices.ts'
import { isActiveListing } from '#domain/listing.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import type { MemberNeedKind } from '#domain/needs.ts'
import { daysForMembers } from '#domain/offers.ts'
import { daysToPay } from '#domain/transfers.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { isValidFor, isVisibleTo } from '#server/shared/invitations/invitations.ts'
import { fromAsked } from '#server/shared/offers/asked.ts'
import { unreadPosts } from '#server/shared/posts/unread-posts.ts'

export type NeedRow = {
  readonly circle_id: string
  readonly title: string
  readonly property_id: string | null
  /** Of a signature the document's id, of money the call's. */
  readonly motion_id: string | null
  readonly name: string | null
  readonly due_at: Date | null
  readonly count: number
}

/** The circles of which the person is a member, for the sources below. */
export const ownCircles = ({ id }: Actor) => sql`
  select memberships.id as membership_id, circles.id as circle_id, circles.title, circles.ended_at is not null as is_ended
  from memberships join circles on circles.id = memberships.circle_id
  where memberships.user_id = ${id} and memberships.ended_at is null and circles.deleted_at is null`

const activeListings = listingStatusValues.filter(isActiveListing)

const freeArcs = sql`(select count(*) from arcs where arcs.circle_id = circles.id and arcs.membership_id is null)`

/** Open votes on properties without the person's vote. A sold or withdrawn property only counts if its vote has a closing date. */
const votes = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, missing.property_id, null::uuid as motion_id, missing.name, missing.closes_at as due_at, 1 as count
  from own join missing_votes as missing on missing.circle_id = own.circle_id and missing.user_id = ${id}
  join properties on properties.id = missing.property_id
  where case when missing.closes_at is null then properties.listing_status = any(${activeListings}::text[])
    else missing.closes_at > clock_timestamp() end`

/** Open motions on which the person has a vote and has not cast it, or in which they are named and have not answered. */
const motions = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, motions.id, open.name, open.closes_at, 1
  from own join open_decisions as open on open.circle_id = own.circle_id join motions on motions.id = open.motion_id
  where open.closes_at > clock_timestamp()
    and (exists (select from missing_votes where missing_votes.motion_id = motions.id and missing_votes.user_id = ${id})
      or (motions.facts->>'relatedMember' = ${id} and motions.proposed_by <> ${id}
        and not exists (select from motion_claim_answers where motion_claim_answers.motion_id = motions.id)))`

/**
 * Documents that wait for the person's signature, unless they have declined, or for their word about one on paper. The second id is the
 * document's.
 */
const signatures = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, waiting.document_id, document_texts.title, null::timestamptz, 1
  from own join (
    select circle_id, document_id from missing_signatures where user_id = ${id}
      and not exists (select from signature_declines where signature_declines.request_id = missing_signatures.request_id
        and signature_declines.user_id = ${id})
    union select circle_id, document_id from signed_elsewhere join document_versions on document_versions.id = signed_elsewhere.version_id
      where signed_elsewhere.user_id = ${id} and not exists (select from signed_elsewhere_words
        where signed_elsewhere_words.version_id = signed_elsewhere.version_id and signed_elsewhere_words.user_id = ${id})
  ) as waiting on waiting.circle_id = own.circle_id
  join document_texts on document_texts.document_id = waiting.document_id
  where not own.is_ended`

/** Calls of which the person has not paid their part. The second id is the call's. A due day is shown as that day wherever it is read. */
const payments = (_: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, calls.id, 'Call ' || calls.number, (calls.due_day + time '12:00') at time zone 'UTC', 1
  from own join calls on calls.circle_id = own.circle_id left join acquisitions on acquisitions.id = calls.acquisition_id
  where not own.is_ended and acquisitions.outcome is distinct from 'given_up' and exists (
    select from call_parts join arcs on arcs.circle_id = call_parts.circle_id and arcs.number = call_parts.arc
    where call_parts.call_id = calls.id and arcs.membership_id = own.membership_id
      and call_parts.amount_cents > (select coalesce(-sum(book_lines.amount_cents), 0) from book_lines
        where book_lines.account = 'capital' and book_lines.call_id = calls.id and book_lines.arc = call_parts.arc))`

/** Payments of others that wait for the person's word, or that the bank took back. The second id is the call's; null before any call. */
const paymentWords = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, contributions.call_id, null, null::timestamptz, count(*)
  from own join contributions on contributions.circle_id = own.circle_id
  left join contribution_returns as taken on taken.contribution_id = contributions.id and taken.withdrawn_at is null
  where not own.is_ended and contributions.payer <> ${id} and contributions.withdrawn_at is null
    and case when contributions.entry_id is null then document_version_id is not null and not exists (select from contribution_words
        where contribution_words.contribution_id = contributions.id and contribution_words.user_id = ${id})
      else taken.id is not null and taken.entry_id is null and not exists (select from contribution_return_words
        where contribution_return_words.return_id = taken.id and contribution_return_words.user_id = ${id}) end
  group by own.circle_id, own.title, contributions.call_id`

/**
 * Charters newer than the version that the person agreed to. Owners agree by creating their circle or setting its rules. Once every arc is
 * held everyone is asked, because buying waits for it; before that only those who agreed to other rules.
 */
const charters = (_: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, null::uuid, 'Version ' || coalesce(newest.version, 1), null::timestamptz, 1
  from own
    left join lateral (select version, (count_by, threshold, quorum, veto_blocks) as rules from charters
      where charters.circle_id = own.circle_id order by version desc limit 1) as newest on true
    left join lateral (select version from charter_acceptances where charter_acceptances.membership_id = own.membership_id
      order by version desc limit 1) as agreed on true
  where not own.is_ended and coalesce(newest.version, 1) > coalesce(agreed.version, 0)
    and ((exists (select from arcs where arcs.circle_id = own.circle_id)
        and not exists (select from arcs where arcs.circle_id = own.circle_id and arcs.membership_id is null))
      or (agreed.version is not null and newest.rules is distinct from (select (count_by, threshold, quorum, veto_blocks) from charters
        where charters.circle_id = own.circle_id and charters.version = agreed.version)))`

/** Shares that came free in circles for which the person waits and that they may see. */
const places = (actor: Actor) => sql<NeedRow>`
  select circles.id, circles.title, null::uuid, null::uuid, null, null::timestamptz, ${freeArcs}
  from waiting_list join circles on circles.id = waiting_list.circle_id
  where waiting_list.user_id = ${actor.id} and circles.deleted_at is null and circles.ended_at is null and ${freeArcs} > 0
    and ${isVisibleTo({ id: actor.id, readsEverything: mayReadEverything(actor) }, 'waiting_list.invite_id')}`

/** Invitations that are bound to the person's account, to circles with free shares. */
const invitations = ({ id }: Actor) => sql<NeedRow>`
  select circles.id, circles.title, null::uuid, null::uuid, null, circle_invitations.expires_at, 1
  from circle_invitations join circles on circles.id = circle_invitations.circle_id
  where ${isValidFor(id, null)} and circles.deleted_at is null and circles.ended_at is null and ${freeArcs} > 0
    and not exists (select from own where own.circle_id = circles.id)
    and not exists (select from waiting_list where waiting_list.circle_id = circles.id and waiting_list.user_id = ${id})`

type Topic = { readonly subject: RawBuilder<unknown>; readonly table: 'property_id' | 'motion_id' }

/** Posts of others, newer than the person's last visit and own last post, in a thread that they wrote in or whose subject they brought. */
const answersIn = ({ id }: Actor, { subject, table }: Topic) => {
  const column = sql.ref(`posts.${table}`)
  const visited = sql.ref(`thread_visits.${table}`)
  return sql<NeedRow>`
    select own.circle_id, own.title, topic.property_id, topic.motion_id, topic.name, null::timestamptz, unseen.count
    from own join (${subject}) as topic on topic.circle_id = own.circle_id
    left join thread_visits on thread_visits.user_id = ${id} and ${visited} = topic.id,
    lateral (select (select posts.id from posts where ${column} = topic.id and posts.user_id = ${id} order by posts.id desc limit 1) as id) as own_post,
    lateral (select count(*) as count from posts where ${column} = topic.id and posts.user_id <> ${id}
      and posts.deleted_at is null and posts.hidden_at is null
      and (coalesce(thread_visits.last_post_id, own_post.id) is null or posts.id > greatest(thread_visits.last_post_id, own_post.id))) as unseen
    where unseen.count > 0 and (topic.brought_by = ${id} or own_post.id is not null)`
}

const answers = (actor: Actor) => sql<NeedRow>`
  ${answersIn(actor, {
    table: 'property_id',
    subject: sql`select id, circle_id, id as property_id, null::uuid as motion_id, shown_address as name, uploaded_by as brought_by
      from properties where deleted_at is null`,
  })}
  union all
  ${answersIn(actor, {
    table: 'motion_id',
    subject: sql`select motions.id, circle_id, null::uuid as property_id, motions.id as motion_id, title as name, proposed_by as brought_by
      from motions join motion_texts on motion_texts.motion_id = motions.id`,
  })}`

/** Conversations with posts that the person has not seen, each once, however many posts there are. Brokers have them too. */
const conversations = ({ id }: Actor) => sql<NeedRow>`
  select place.circle_id, place.title, null::uuid, null::uuid, null, null::timestamptz, 1
  from (select circle_id, title from own
    union select circles.id, circles.title from broker_assignments join circles on circles.id = broker_assignments.circle_id
      where broker_assignments.broker_id = ${id} and circles.deleted_at is null) as place
  where exists (${unreadPosts({ column: 'circle_id', id: sql.ref('place.circle_id'), circleId: sql.ref('place.circle_id') }, id)})`

/** Questions of people who think of joining a circle that the person owns. */
const questions = (_: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, null::uuid, null, null::timestamptz, waiting.count
  from own join memberships on memberships.id = own.membership_id,
    lateral (select count(*) as count from questions where questions.circle_id = own.circle_id and questions.state = 'waiting'
      and exists (select from posts where posts.question_id = questions.id and posts.hidden_at is null)) as waiting
  where memberships.is_owner and not own.is_ended and waiting.count > 0`

/** In SQL: whether the person keeps the circle's book: the treasurer by motion, as long as they stay, else the owner. */
const keepsBook = (id: string) => sql<boolean>`coalesce(
  (select named.user_id from (select user_id, at from treasurers where treasurers.circle_id = own.circle_id order by at desc, record_id desc limit 1) as named
    where exists (select from memberships where memberships.circle_id = own.circle_id and memberships.user_id = named.user_id
      and ended_at is null and created_at <= named.at)),
  (select user_id from memberships where memberships.circle_id = own.circle_id and is_owner and ended_at is null)) = ${id}`

/** A month of the book that agrees with the bank. Who had a part in it is left out by `readNeeds`. The name is the month. */
const months = (_: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, null::uuid, to_char(month_offers.month, 'YYYY-MM'), null::timestamptz, 1
  from own join month_offers on month_offers.circle_id = own.circle_id and month_offers.ended_at is null
  where exists (select from arcs where arcs.membership_id = own.membership_id)`

/** What the treasurer laid out, for members whose word can book it. */
const outlays = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, null::uuid, null, null::timestamptz, 1
  from own join outlays on outlays.circle_id = own.circle_id
  where not own.is_ended and withdrawn_at is null and entry_id is null and outlays.user_id <> ${id} and not ${keepsBook(id)}`

/** Entries whose reversal the person may confirm: of their own money, or of that of who asked or has left. The second id is the entry's. */
const reversals = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, entry_reversals.entry_id, null, null::timestamptz, 1
  from own join entry_reversals on entry_reversals.circle_id = own.circle_id
  where not own.is_ended and withdrawn_at is null and reversal_id is null and asked_by <> ${id}
    and (person in (${id}, asked_by) or not exists (select from memberships
      where memberships.circle_id = own.circle_id and memberships.user_id = person and ended_at is null))`

/** In SQL: what waits in suspense up to a day, or now. */
const suspense = (until: RawBuilder<unknown>) => sql`(select coalesce(sum(amount_cents), 0) from book_lines
  join book_entries on book_entries.id = book_lines.entry_id
  where book_lines.circle_id = own.circle_id and account = 'suspense' and day <= ${until})`

/** Years whose statements can be issued, for who keeps the book: their last month is closed, or the circle has ended. The name is the year. */
const statements = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, null::uuid, years.year::text, null::timestamptz, 1
  from own, lateral (
    select extract(year from month)::integer as year from closed_months
      where closed_months.circle_id = own.circle_id and extract(month from month) = 12
    union select extract(year from max(day))::integer from book_entries where own.is_ended and book_entries.circle_id = own.circle_id
  ) as years
  where exists (select from book_entries where book_entries.circle_id = own.circle_id and day <= make_date(years.year, 12, 31))
    and not exists (select from statement_years where statement_years.circle_id = own.circle_id and statement_years.year = years.year)
    and (${suspense(sql`make_date(years.year, 12, 31)`)} = 0 or ${suspense(sql`'infinity'::date`)} = 0) and ${keepsBook(id)}`

/** Lines of the bank that are not matched, for who keeps the book. */
const bankLines = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, null::uuid, null, null::timestamptz, waiting.count
  from own, lateral (select count(*) as count from bank_lines where bank_lines.circle_id = own.circle_id
    and not exists (select from bank_match_lines where line_id = bank_lines.id
      and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_lines.match_id))) as waiting
  where waiting.count > 0 and not own.is_ended and ${keepsBook(id)}`

/** Payouts that are marked as paid and wait for the person's word, also after they have left. The second id is the distribution's. */
const payoutWords = ({ id }: Actor) => sql<NeedRow>`
  select circles.id, circles.title, null::uuid, payout_marks.distribution_id, null, null::timestamptz, 1
  from payout_marks join circles on circles.id = payout_marks.circle_id
  where circles.deleted_at is null and withdrawn_at is null and entry_id is null and case when receiver <> marked_by then receiver = ${id}
    else exists (select from own where own.circle_id = circles.id) and (marked_by <> ${id} or 1 = (
      select count(*) from memberships where memberships.circle_id = circles.id and memberships.ended_at is null)) end`

/** Distributions of which someone is not paid yet, for who keeps the book. The second id is the distribution's. */
const payouts = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, unpaid.distribution_id, null, null::timestamptz, unpaid.count
  from own, lateral (
    select distribution_id, count(*) as count from (
      select distribution_payouts.distribution_id, receiver, sum(owed_cents) as cents from distribution_payouts
        join distribution_postings on distribution_postings.distribution_id = distribution_payouts.distribution_id
        where distribution_postings.circle_id = own.circle_id and not exists (select from distribution_reversals
          where distribution_reversals.distribution_id = distribution_payouts.distribution_id)
        group by 1, 2) as owed
    where cents > (select coalesce(sum(amount_cents), 0) from payout_payments where payout_payments.distribution_id = owed.distribution_id
        and payout_payments.receiver = owed.receiver
        and not exists (select from book_entries where reverses = payout_payments.entry_id))
      and not exists (select from payout_marks where payout_marks.distribution_id = owed.distribution_id
        and payout_marks.receiver = owed.receiver and withdrawn_at is null and entry_id is null)
    group by distribution_id) as unpaid
  where not own.is_ended and ${keepsBook(id)}`

/** Open steps of a purchase that are assigned to the person. A due day is shown as that day wherever it is read. */
const steps = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, null::uuid, coalesce(nullif(acquisition_step_texts.title, ''), acquisition_steps.key),
    (due_day + time '12:00') at time zone 'UTC', 1
  from own join acquisitions on acquisitions.circle_id = own.circle_id and acquisitions.outcome is distinct from 'given_up'
  join acquisition_steps on acquisition_steps.acquisition_id = acquisitions.id
  left join acquisition_step_texts on acquisition_step_texts.step_id = acquisition_steps.id
  where not own.is_ended and assigned_to = ${id} and state = 'open' and key not in ('agreement_signed', 'money_collected')`

/** Settlement statements of others that the person can confirm. */
const settlements = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, null::uuid, 'Settlement statement', null::timestamptz, 1
  from own join settlements on settlements.circle_id = own.circle_id
  where not own.is_ended and kind = 'purchase' and withdrawn_at is null and confirmed_at is null and proposed_by <> ${id}`

/** The same of sales. */
const sales = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, null::uuid, 'Settlement statement', null::timestamptz, 1
  from own join settlements on settlements.circle_id = own.circle_id
  where not own.is_ended and kind = 'sale' and withdrawn_at is null and confirmed_at is null and proposed_by <> ${id}`

/** Whether time has ended this; a transfer that is not over. */
const liveTransfers = sql`(select live_transfers.*, circles.title,
    exists (select from arc_transfer_events where transfer_id = live_transfers.id and kind = 'paid') as is_paid,
    (select at from arc_transfer_events where transfer_id = live_transfers.id and kind = 'admitted') as admitted_at,
    (select notice_seconds from offers where offers.id = live_transfers.offer_id) as notice_seconds
  from live_transfers join circles on circles.id = live_transfers.circle_id
  where circles.deleted_at is null and circles.ended_at is null)`

const addDays = (moment: RawBuilder<unknown>, days: number, table: string) =>
  sql`${moment} + ${days} * ${sql.ref(`${table}.notice_seconds`)} * interval '1 second'`

/** Offers whose members may bid and on which the person has no bid; the second id is the offer's. Nobody else's bid is looked at. */
const bids = ({ id }: Actor) => sql<NeedRow>`
  select own.circle_id, own.title, null::uuid, offers.id, null, ${addDays(sql`offers.made_at`, daysForMembers, 'offers')}, 1
  from own join offers on offers.circle_id = own.circle_id
  where not own.is_ended and offers.seller <> ${id}
    and not exists (select from offer_openings where offer_openings.offer_id = offers.id)
    and not exists (select from offer_ends where offer_ends.offer_id = offers.id)
    and not exists (select from offer_bids where offer_bids.offer_id = offers.id and offer_bids.bidder = ${id})`

/** Arcs that the person is to pay for, also as a newcomer. */
const arcsToPay = ({ id }: Actor) => sql<NeedRow>`
  select transfer.circle_id, transfer.title, null::uuid, transfer.offer_id, null,
    ${addDays(sql`coalesce(transfer.admitted_at, transfer.made_at)`, daysToPay, 'transfer')}, 1
  from ${liveTransfers} transfer
  where transfer.buyer = ${id} and not transfer.is_paid and (transfer.motion_id is null or transfer.admitted_at is not null)`

/** Arcs of the person whose buyer says that they have paid. */
const arcsPaid = ({ id }: Actor) => sql<NeedRow>`
  select transfer.circle_id, transfer.title, null::uuid, transfer.offer_id, null, null::timestamptz, 1
  from ${liveTransfers} transfer where transfer.seller = ${id} and transfer.is_paid`

/** Offers open to others that the person was told of and has not answered. */
const arcsToTake = ({ id }: Actor) => sql<NeedRow>`
  select circles.id, circles.title, null::uuid, offers.id, null, null::timestamptz, 1
  from offers join circles on circles.id = offers.circle_id and circles.deleted_at is null and circles.ended_at is null
  where offers.seller <> ${id}
    and exists (select from offer_to_others where offer_to_others.offer_id = offers.id)
    and exists (select from offered_arcs where offered_arcs.offer_id = offers.id)
    and not exists (select from offer_ends where offer_ends.offer_id = offers.id)
    and not exists (select from offer_yeses where offer_yeses.offer_id = offers.id and offer_yeses.user_id = ${id})
    and not exists (select from live_transfers where live_transfers.offer_id = offers.id and live_transfers.buyer = ${id})
    and (exists (select from own where own.circle_id = offers.circle_id)
      or exists (select ${fromAsked(sql.ref('offers.circle_id'))} and users.id = ${id}))
    and exists (select from notices where notices.user_id = ${id} and notices.circle_id = circles.id and notices.kind = 'offer_to_others'
      and notices.read_at is null)`

/** Where each kind of need comes from: rows with the columns of `NeedRow`, in its order. */
export const needSources: Readonly<Record<MemberNeedKind, (actor: Actor) => RawBuilder<NeedRow>>> = {
  vote: votes,
  motion: motions,
  signature: signatures,
  payment: payments,
  payment_word: paymentWords,
  charter: charters,
  place: places,
  invitation: invitations,
  answer: answers,
  conversation: conversations,
  question: questions,
  step: steps,
  settlement: settlements,
  sale: sales,
  month: months,
  bank_lines: bankLines,
  outlay: outlays,
  reversal: reversals,
  bid: bids,
  arcs_to_pay: arcsToPay,
  arcs_paid: arcsPaid,
  arcs_to_take: arcsToTake,
  statements,
  payout_word: payoutWords,
  payouts,
}
