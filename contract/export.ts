import { z } from 'zod'
import { preferenceValues } from '#domain/choices.ts'
import { invitationStates } from '#domain/invitation.ts'
import { mailKindValues } from '#domain/mail-kinds.ts'
import { motionChoices } from '#domain/motions.ts'
import { digestValues } from '#domain/notices.ts'
import { ofEachFact } from '#domain/property-facts.ts'
import { questionStates } from '#domain/questions.ts'
import { reportKinds, reportReasonValues } from '#domain/reports.ts'
import { verificationDecisions } from '#domain/verification.ts'
import { session, user } from './accounts.ts'
import { motionFacts } from './motions.ts'
import { id, reply, when } from './reply.ts'
import { savedSearch } from './saved-searches.ts'
import { statementFigures } from './statements.ts'

/** Null if the person has left a hidden circle: its current title is not visible to them. */
const ifSeen = z.string().nullable()
const inCircle = z.object({ circle: id, circleTitle: ifSeen })

/** All data that Arcstead stores about a person. */
export const exportReply = reply(
  z.object({
    exportedAt: when,
    user: user.extend({ tosAcceptedAt: when.nullable(), verificationRequestedAt: when.nullable(), verifiedAt: when.nullable() }),
    memberships: z.array(
      inCircle.extend({
        _id: id,
        isOwner: z.boolean(),
        investmentAmount: z.number(),
        createdAt: when,
        endedAt: when.nullable(),
        /** When the person first saw the circle after joining. */
        welcomedAt: when.nullable(),
      }),
    ),
    ledger: z.array(
      inCircle.extend({
        _id: z.string(),
        kind: z.enum(['bought', 'added', 'removed', 'handed_on', 'taken_over']),
        arcs: z.array(z.number()),
        amount: z.number(),
        at: when,
      }),
    ),
    votes: z.array(inCircle.extend({ property: id, address: ifSeen, preference: z.enum(preferenceValues), updatedAt: when })),
    voteHistory: z.array(
      inCircle.extend({
        property: id,
        address: ifSeen,
        preference: z.enum(preferenceValues).nullable(),
        reason: z.string().nullable(),
        at: when,
      }),
    ),
    /** About a property or a motion, or in the circle's conversation. People are mentioned by their ids. */
    posts: z.array(inCircle.extend({ property: id.nullable(), address: ifSeen, motion: id.nullable(), text: z.string(), createdAt: when })),
    /** Proposed by the person. */
    motions: z.array(
      inCircle.extend({
        _id: id,
        facts: motionFacts,
        title: z.string(),
        text: z.string(),
        payee: z.string().nullable(),
        closesAt: when,
        at: when,
        withdrawnAt: when.nullable(),
      }),
    ),
    motionVotes: z.array(
      inCircle.extend({ motion: id, title: ifSeen, choice: z.enum(motionChoices), reason: z.string().nullable(), at: when }),
    ),
    /** What the person answered where a motion says that its payee is related to them. */
    motionClaims: z.array(inCircle.extend({ motion: id, title: ifSeen, isSo: z.boolean(), at: when })),
    /** Motions on which the person has no vote, and whether they said so themself: since version 0.3 always. */
    motionConflicts: z.array(inCircle.extend({ motion: id, title: ifSeen, isOwnWord: z.boolean(), at: when })),
    /** Documents that the person added, with the hash of each version's file. */
    documents: z.array(
      inCircle.extend({
        _id: id,
        title: z.string(),
        shelf: z.string(),
        versions: z.array(z.object({ number: z.number(), file: z.string(), sha256: z.string(), note: z.string(), at: when })),
      }),
    ),
    /** What the person signed here: the name as it was typed, the version of the consent, and the hash of what was read. */
    signatures: z.array(
      inCircle.extend({
        document: id,
        title: ifSeen,
        version: z.number(),
        sha256: z.string(),
        name: z.string(),
        consentVersion: z.number(),
        means: z.string(),
        at: when,
      }),
    ),
    /** What the person did not want to sign. */
    /** Payments that the person made or recorded for others; the sender is told of their own. */
    contributions: z.array(
      inCircle.extend({
        amountCents: z.number(),
        day: z.string(),
        call: id.nullable(),
        isOwn: z.boolean(),
        sender: z.string().nullable(),
        state: z.enum(['waiting', 'counted', 'withdrawn']),
        recordedAt: when,
      }),
    ),
    /** Payments of others that the person confirmed. */
    contributionWords: z.array(inCircle.extend({ contribution: id, at: when })),
    /** Money that was sent back to the person. */
    paidBacks: z.array(inCircle.extend({ amountCents: z.number(), day: z.string(), confirmedAt: when.nullable() })),
    /** Arcs that the person offered. */
    offers: z.array(inCircle.extend({ offer: id, arcs: z.array(z.number()), price: z.number(), why: z.string(), at: when })),
    /** The person's own bids and words on offers of others. */
    offerBids: z.array(inCircle.extend({ offer: id, wanted: z.number(), at: when })),
    /** Without a price: at the price of the offer. */
    offerYeses: z.array(inCircle.extend({ offer: id, isYes: z.boolean(), price: z.number().nullable(), at: when })),
    /** Arcs that the person was or is to take over, or to hand on as their seller. */
    arcTransfers: z.array(
      inCircle.extend({
        offer: id,
        isSeller: z.boolean(),
        arcs: z.array(z.number()),
        price: z.number(),
        at: when,
        paidAt: when.nullable(),
        end: z.string().nullable(),
        endedAt: when.nullable(),
      }),
    ),
    /** Distributions that the person drafted, in their words. */
    distributionsDrafted: z.array(inCircle.extend({ distribution: id, amountCents: z.number(), note: z.string(), at: when })),
    /** What was paid out to the person on each arc, what settled unpaid parts of calls, and what is owed to them. */
    paidOut: z.array(
      inCircle.extend({
        distribution: id,
        day: z.string(),
        arc: z.number(),
        setOffCents: z.number(),
        owedCents: z.number(),
        isReversed: z.boolean(),
      }),
    ),
    /** Payments of it, those that wait for the person's word included, and marks that the person made or confirmed for others. */
    payouts: z.array(
      inCircle.extend({
        distribution: id,
        isOwn: z.boolean(),
        amountCents: z.number(),
        day: z.string(),
        words: z.string(),
        state: z.enum(['waiting', 'withdrawn', 'paid']),
      }),
    ),
    /** Calls that the person opened. */
    callsOpened: z.array(inCircle.extend({ number: z.number(), amountCents: z.number(), dueDay: z.string(), why: z.string(), at: when })),
    /** Entries of books that the person booked. */
    bookEntries: z.array(
      inCircle.extend({ number: z.number(), day: z.string(), kind: z.string(), payee: z.string(), words: z.string(), at: when }),
    ),
    /** Amounts of books under the person's name; plus is into the account. */
    bookLines: z.array(inCircle.extend({ number: z.number(), day: z.string(), account: z.string(), amountCents: z.number() })),
    /** What the person did for the purchase, for money of others, and with the bank's files, matches and months. */
    bookActs: z.array(
      inCircle.extend({
        act: z.enum([
          'account_added',
          'bank_file_added',
          'matched',
          'match_ended',
          'month_closed',
          'month_sent_back',
          'receipt_added',
          'purchase_entered',
          'purchase_confirmed',
          'sale_entered',
          'sale_confirmed',
          'purchase_started',
          'purchase_ended',
          'step_added',
          'step_done',
          'step_skipped',
          'payers_reminded',
          'return_recorded',
          'return_confirmed',
          'paid_back_recorded',
          'paid_back_confirmed',
          'reversal_asked',
          'reversal_confirmed',
        ]),
        month: z.string().nullable(),
        words: z.string(),
        at: when,
      }),
    ),
    /** The person's statements that were issued. */
    statements: z.array(inCircle.extend({ year: z.number(), figures: statementFigures, sha256: z.string(), issuedAt: when })),
    /** Years of which the person issued the statements. */
    statementsIssued: z.array(inCircle.extend({ year: z.number(), at: when })),
    /** What the person laid out as treasurer, and outlays that they confirmed. */
    outlays: z.array(
      inCircle.extend({
        amountCents: z.number(),
        day: z.string(),
        isOwn: z.boolean(),
        payee: z.string(),
        words: z.string(),
        state: z.enum(['waiting', 'withdrawn', 'booked']),
        at: when,
      }),
    ),
    signaturesDeclined: z.array(inCircle.extend({ document: id, title: ifSeen, version: z.number(), words: z.string(), at: when })),
    /** What the person did with where to pay, and which numbers they called. Account details are in no export. */
    whereToPay: z.array(inCircle.extend({ act: z.string(), number: z.string(), words: z.string(), at: when })),
    /** The person's word about papers that they are said to have signed. */
    signedElsewhere: z.array(inCircle.extend({ document: id, title: ifSeen, version: z.number(), isSo: z.boolean(), at: when })),
    /** Since when the person has a calendar address. */
    calendarSince: when.nullable(),
    charters: z.array(inCircle.extend({ version: z.number(), at: when })),
    notices: z.array(z.object({ words: z.string(), at: when, readAt: when.nullable() })),
    digest: z.enum(digestValues),
    /** Which kinds of mails are sent at once. */
    mails: z.record(z.enum(mailKindValues), z.boolean()),
    /** Which kinds are pushed, and since when to which browsers. */
    pushes: z.record(z.enum(mailKindValues), z.boolean()),
    pushDevices: z.array(z.object({ userAgent: z.string(), since: when })),
    /** When the person last read each discussion. */
    threadVisits: z.array(inCircle.extend({ property: id.nullable(), address: ifSeen, motion: id.nullable(), at: when })),
    properties: z.array(
      inCircle.extend({
        _id: id,
        address: z.string(),
        city: z.string(),
        state: z.string(),
        zipCode: z.string(),
        url: z.string(),
        price: z.number(),
        ...ofEachFact(() => z.number().nullable()),
        /** The keys of its pictures, in their order. */
        pictures: z.array(z.string()),
        listingStatus: z.string(),
        createdAt: when,
      }),
    ),
    /** What the person asked owners before joining. */
    questionsAsked: z.array(inCircle.extend({ text: z.string(), state: z.enum(questionStates), createdAt: when })),
    /** What the person answered to such questions. */
    questionsAnswered: z.array(inCircle.extend({ text: z.string(), createdAt: when })),
    brokerCircles: z.array(inCircle.extend({ isExclusive: z.boolean(), assignedAt: when })),
    waitingLists: z.array(inCircle.extend({ createdAt: when })),
    /** Whom the person invited to their circles. */
    invitationsSent: z.array(
      inCircle.extend({ email: z.string(), note: z.string().nullable(), state: z.enum(invitationStates), createdAt: when }),
    ),
    /** Invitations that the person used. */
    invitationsUsed: z.array(inCircle.extend({ email: z.string(), createdAt: when, usedAt: when })),
    followedCircles: z.array(inCircle.extend({ createdAt: when })),
    savedSearches: z.array(savedSearch.omit({ _id: true, matches: true }).extend({ circles: z.array(inCircle.extend({ at: when })) })),
    wish: z.object({ path: z.string(), madeAt: when }).nullable(),
    verification: z.object({
      phone: z.string(),
      bestTime: z.string(),
      note: z.string(),
      sentAt: when.nullable(),
      documents: z.array(z.object({ name: z.string(), addedAt: when })),
      decisions: z.array(z.object({ kind: z.enum(verificationDecisions), sentence: z.string().nullable(), at: when })),
    }),
    /** What the person reported to administrators; whether one has looked at it. */
    reports: z.array(
      z.object({ kind: z.enum(reportKinds), reason: z.enum(reportReasonValues), words: z.string(), at: when, isLookedAt: z.boolean() }),
    ),
    files: z.array(z.object({ key: z.string(), contentType: z.string(), size: z.number().nullable(), createdAt: when })),
    crashReports: z.array(z.object({ message: z.string().nullable(), userDescription: z.string().nullable(), createdAt: when })),
    sessions: z.array(session),
    /** When the person was last here, by the hour, and when their arcs were left out of votes because they had been away for long. */
    presence: z.object({ lastRequestAt: when.nullable(), away: z.array(z.object({ since: when, until: when.nullable() })) }),
    passkeys: z.array(z.object({ name: z.string(), createdAt: when, lastUsedAt: when.nullable() })),
  }),
)
export type Export = z.infer<typeof exportReply>['data']
