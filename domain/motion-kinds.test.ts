import { describe, expect, test } from 'vitest'
import {
  formKinds,
  isFormKind,
  isProposableIn,
  type MotionFacts,
  type MotionKind,
  motionKey,
  motionKinds,
  type ProposalFacts,
} from './motion-kinds.ts'
import { motionRule } from './motion-rule.ts'
import { effectWords, motionFactWords, motionRuleWords, notNowWords } from './motion-words.ts'
import { claimedMember, decideProposal, leftOutByKind, leftOutByProposing, namedMember } from './motions.ts'
import { defaultRules } from './outcome.ts'

const spend: MotionFacts = { kind: 'spend', amountCents: 480_000, category: 'repairs', repeats: null, relatedMember: null }
const distribute: MotionFacts = { kind: 'distribute', act: 'post', distribution: 'd1', amountCents: 500_000, receiver: null }
const admit: MotionFacts = { kind: 'admit', transfer: 't1', newcomer: 'nell', without: ['ida', 'nell'] }
const settle: MotionFacts = { kind: 'settle', transfer: 't1', end: 'done', without: ['ida', 'maya'] }
const sell: MotionFacts = { kind: 'sell', leastPriceCents: 9_000_000, relatedMember: null, why: 'The roof' }
const call: MotionFacts = { kind: 'call', amountCents: 120_000, dueDay: '2027-05-01', why: 'The roof' }
const reserve: MotionFacts = { kind: 'reserve', floorCents: 900_000, emergencyCents: 75_000 }
const examples: readonly MotionFacts[] = [
  { kind: 'general' },
  spend,
  { kind: 'treasurer', member: 'maya' },
  reserve,
  call,
  distribute,
  { kind: 'rules', rules: defaultRules },
  { kind: 'owner', member: 'maya' },
  { kind: 'release' },
  { kind: 'let_go', member: 'maya' },
  { kind: 'give_up', why: 'The seller backs out' },
  { kind: 'reopen', month: '2027-03' },
  admit,
  settle,
  sell,
  { kind: 'wind_up' },
]
const names = { payee: 'Weller Roofing', member: 'Grace Okafor', proposer: 'Ida Brandt' }
const nobody = { payee: null, member: null, proposer: 'Ida Brandt' }

test('paying out, admitting and settling are proposed from their own pages, all other kinds with the form', () => {
  expect(motionKinds.filter((kind) => !isFormKind(kind))).toEqual(['distribute', 'admit', 'settle'])
  expect(formKinds).toEqual(motionKinds.filter(isFormKind))
})

test('money is paid out only while the circle owns, newcomers are admitted while it decides or owns', () => {
  const stagesOf = (kind: MotionKind) => (['deciding', 'buying', 'owning'] as const).filter((stage) => isProposableIn(kind, stage))
  expect(stagesOf('distribute')).toEqual(['owning'])
  expect(stagesOf('admit')).toEqual(['deciding', 'owning'])
  // A transfer that was paid goes on while the circle buys, and may hang.
  expect(stagesOf('settle')).toEqual(['deciding', 'buying', 'owning'])
  expect(stagesOf('reopen')).toEqual(['buying', 'owning'])
})

test.each<[string, MotionFacts]>([
  ['Borrow $4,800.00', { ...spend, category: 'loan' }],
  ['Spend $4,800.00 per year until 31 December 2029', { ...spend, repeats: { every: 'year', until: '2029-12-31' } }],
  ['Call $1,200.00, due 2027-05-01', call],
  ['Pay out $5,000.00', distribute],
  ['Take back a distribution of $5,000.00', { ...distribute, act: 'reverse' }],
  ['Deposit $5,000.00', { ...distribute, act: 'deposit', receiver: 'maya' }],
  ['Settle a transfer: the arcs go to the buyer', settle],
  ['Settle a transfer: it ends', { ...settle, end: 'ended' }],
  ['Sell for at least $90,000.00', sell],
  ['New owner', { kind: 'owner', member: 'maya' }],
  ['Reopen March 2027', { kind: 'reopen', month: '2027-03' }],
])('in lists: %s', (words, facts) => {
  expect(motionFactWords(facts)).toBe(words)
})

describe('what happens if it passes', () => {
  test.each<[string, MotionFacts]>([
    ['The decision goes on the circle’s record. Nothing else changes.', { kind: 'general' }],
    [
      'The circle may borrow up to $4,800.00 from Weller Roofing. The agreed payments on this loan need no motion of their own.',
      { ...spend, category: 'loan' },
    ],
    [
      'The circle may borrow up to $4,800.00 from Weller Roofing. Payments of up to $95.00 a month on this loan need no motion of their own.',
      { ...spend, category: 'loan', monthlyCents: 9_500 },
    ],
    [
      'The treasurer may book up to $4,800.00 per month until 31 December 2027 to Weller Roofing under Repairs. Nothing is paid by Arcstead.',
      { ...spend, repeats: { every: 'month', until: '2027-12-31' } },
    ],
    [
      'Grace Okafor becomes the circle’s treasurer, and has to vote yes for that. Until then the owner is.',
      { kind: 'treasurer', member: 'g' },
    ],
    ['Free cash must not go below $9,000.00; in emergencies the treasurer may spend up to $750.00 in a month, all together.', reserve],
    [
      'Every holder is asked for the same amount per arc: $1,200.00 in all, due on 2027-05-01. Nobody’s arcs are taken if a part stays unpaid.',
      call,
    ],
    [
      '$5,000.00 is paid out in equal parts per arc to who held each arc when this was proposed. Unpaid parts of calls are set off. It is posted once free cash covers it, within 30 days.',
      distribute,
    ],
    ['The distribution of $5,000.00 is reversed. That is possible only before anything of it was paid.', { ...distribute, act: 'reverse' }],
    [
      '$5,000.00 that could not be paid is deposited with Weller Roofing. With its paper it counts as paid.',
      { ...distribute, act: 'deposit' },
    ],
    ['The charter gets a new version. Passes when more than half of all arcs', { kind: 'rules', rules: defaultRules }],
    [
      'Grace Okafor becomes the owner of the circle, and has to vote yes for that. The owner until then stays a member with all arcs.',
      { kind: 'owner', member: 'g' },
    ],
    ['The arcs of Grace Okafor come free and the circle gathers again.', { kind: 'let_go', member: 'g' }],
    ['The purchase ends and the circle decides again.', { kind: 'give_up', why: 'w' }],
    [
      'March 2027 and every closed month after it can be booked and matched again, and each is closed anew by two people. Statements that were issued stay as they are: the next ones correct them.',
      { kind: 'reopen', month: '2027-03' },
    ],
    ['Grace Okafor may take over the arcs that were offered, once they have accepted the charter.', admit],
    ['The arcs go to the buyer at once.', settle],
    ['The transfer ends, and the arcs stay with the seller.', { ...settle, end: 'ended' }],
    ['The owner may record a sale for at least $90,000.00 within 180 days; another member confirms it.', sell],
    ['The circle ends once it owns nothing, owes nothing and every month is closed;', { kind: 'wind_up' }],
  ])('%s', (words, facts) => {
    expect(effectWords(facts, names).startsWith(words)).toBe(true)
  })

  test('is said without names where none are known', () => {
    const words = (facts: MotionFacts) => effectWords(facts, nobody)
    expect(words({ ...spend, category: 'loan' })).toContain('from the lender.')
    expect(words(spend)).toContain('to any payee under Repairs')
    expect(words({ kind: 'treasurer', member: 'g' })).toMatch(/^The member becomes the circle’s treasurer/)
    expect(words({ ...distribute, act: 'deposit' })).toContain('deposited with the third party.')
    expect(words({ kind: 'owner', member: 'g' })).toMatch(/^The member becomes the owner/)
    expect(words({ kind: 'let_go', member: 'g' })).toBe('The arcs of the member come free and the circle gathers again.')
    expect(words(admit)).toMatch(/^The newcomer may take over/)
  })
})

test('who has no vote: who asks to be released or profits, who is let go, seller, bidders and parties of a transfer', () => {
  const without = Object.fromEntries(examples.map((facts) => [facts.kind, leftOutByKind(facts)]))
  expect(without).toMatchObject({ let_go: ['maya'], admit: ['ida', 'nell'], settle: ['ida', 'maya'] })
  expect(Object.values(without).flat()).toHaveLength(5)
  expect(examples.filter((facts) => leftOutByProposing(facts, 'ida') === 'ida').map(({ kind }) => kind)).toEqual(['release'])
  expect(leftOutByProposing({ ...spend, relatedMember: 'ida' }, 'ida')).toBe('ida')
  expect(leftOutByProposing({ ...spend, relatedMember: 'maya' }, 'ida')).toBeNull()
})

test('whom a motion names', () => {
  expect(examples.map(namedMember).filter((member) => member !== null)).toEqual(['maya', 'maya', 'maya', 'nell'])
  expect(namedMember({ ...spend, relatedMember: 'tomas' })).toBe('tomas')
  expect(namedMember({ ...sell, relatedMember: 'tomas' })).toBe('tomas')
  expect(claimedMember({ ...sell, relatedMember: 'tomas' }, 'ida')).toBe('tomas')
  expect(claimedMember({ ...sell, relatedMember: 'ida' }, 'ida')).toBeNull()
  expect(claimedMember({ kind: 'release' }, 'ida')).toBeNull()
})

test('only a new owner may be named without the part of the silent owner', () => {
  const rule = (kind: MotionKind) => motionRule(kind, { rules: defaultRules, stage: 'owning' })
  expect(motionKinds.filter((kind) => rule(kind).mayReplaceOwner)).toEqual(['owner'])
  expect(motionKinds.filter((kind) => rule(kind).needsYesOf !== undefined)).toEqual(['treasurer', 'owner'])
})

test('the same motion twice has the same facts; any other fact makes another motion', () => {
  const key = (facts: MotionFacts, payee: string | null = 'Weller') => motionKey(facts, { title: 'Title', payee }, 'ida')
  expect(new Set(examples.map((facts) => key(facts))).size).toBe(examples.length)
  const others: readonly (readonly [MotionFacts, MotionFacts])[] = [
    [spend, { ...spend, category: 'tax' }],
    [spend, { ...spend, repeats: { every: 'year', until: '2029-12-31' } }],
    [
      { ...spend, repeats: { every: 'month', until: '2029-12-31' } },
      { ...spend, repeats: { every: 'year', until: '2029-12-31' } },
    ],
    [
      { ...spend, repeats: { every: 'year', until: '2028-12-31' } },
      { ...spend, repeats: { every: 'year', until: '2029-12-31' } },
    ],
    [
      { kind: 'treasurer', member: 'maya' },
      { kind: 'treasurer', member: 'ida' },
    ],
    [
      { kind: 'owner', member: 'maya' },
      { kind: 'owner', member: 'ida' },
    ],
    [
      { kind: 'let_go', member: 'maya' },
      { kind: 'let_go', member: 'ida' },
    ],
    [
      { kind: 'reopen', month: '2027-03' },
      { kind: 'reopen', month: '2027-04' },
    ],
    [reserve, { ...reserve, floorCents: 1 }],
    [reserve, { ...reserve, emergencyCents: 1 }],
    [call, { ...call, amountCents: 1 }],
    [call, { ...call, dueDay: '2027-06-01' }],
    [distribute, { ...distribute, act: 'reverse' }],
    [distribute, { ...distribute, distribution: 'd2' }],
    [distribute, { ...distribute, receiver: 'maya' }],
    ...[{ countBy: 'people' as const }, { threshold: 66 }, { quorum: 1 }, { vetoBlocks: true }].map(
      (changed) =>
        [
          { kind: 'rules', rules: defaultRules },
          { kind: 'rules', rules: { ...defaultRules, ...changed } },
        ] as const,
    ),
    [admit, { ...admit, transfer: 't2' }],
    [settle, { ...settle, transfer: 't2' }],
    [settle, { ...settle, end: 'ended' }],
    [sell, { ...sell, leastPriceCents: 1 }],
  ]
  for (const [one, other] of others) expect(key(one)).not.toBe(key(other))
  expect(key(spend, 'Weller')).not.toBe(key(spend, 'Kent'))
  expect(key(spend, null)).toBe(key(spend, ''))
  // Why it is proposed makes no other motion, nor does who is left out.
  expect(key(call)).toBe(key({ ...call, why: 'Another reason' }))
  expect(key({ kind: 'give_up', why: 'One' })).toBe(key({ kind: 'give_up', why: 'Two' }))
  expect(key(admit)).toBe(key({ ...admit, without: [] }))
})

test('a kind that cannot be made now says so only for the reason that holds', () => {
  const possible = { isOwner: false, letGo: ['maya'], isAnythingPaid: true, isMoneyAway: false, closedMonths: ['2027-03'], others: 2 }
  const refused = (changed: Partial<typeof possible>) =>
    motionKinds.filter((kind) => notNowWords(kind, { ...possible, ...changed }) !== null)
  expect(refused({ isOwner: true })).toEqual(['release'])
  expect(refused({ others: 0 })).toEqual(['owner'])
  expect(refused({ letGo: [] })).toEqual(['let_go'])
  expect(refused({ isAnythingPaid: false })).toEqual(['give_up'])
  expect(refused({ isMoneyAway: true })).toEqual(['give_up'])
  expect(refused({ closedMonths: [] })).toEqual(['reopen'])
})

test('a sale names members only as related, and a new owner is a member', () => {
  const circle: ProposalFacts = {
    stage: 'owning',
    isOwner: true,
    members: ['ida', 'maya'],
    treasurer: null,
    rules: defaultRules,
    owner: 'ida',
    fitOwners: ['maya'],
    askRelease: [],
    letGo: [],
    isAnythingPaid: true,
    isMoneyAway: false,
    closedMonths: [],
    isRefusedLately: false,
  }
  expect(decideProposal(sell, circle)).toEqual({ ok: true, value: 'sell' })
  expect(decideProposal({ ...sell, relatedMember: 'maya' }, circle)).toEqual({ ok: true, value: 'sell' })
  expect(decideProposal({ ...sell, relatedMember: 'stranger' }, circle)).toEqual({ ok: false, reason: 'member_not_here' })
  expect(decideProposal({ kind: 'owner', member: 'stranger' }, circle)).toEqual({ ok: false, reason: 'member_not_here' })
  expect(decideProposal({ kind: 'treasurer', member: 'maya' }, circle)).toEqual({ ok: true, value: 'treasurer' })
})

test('the rule in words names halves, thirds, quarters and percents, and everyone only where all must have voted', () => {
  const words = (moreThan: { parts: number; of: number }, quorum = { parts: 0, of: 1 }) =>
    motionRuleWords({ countBy: 'arcs', moreThan, quorum })
  expect(words({ parts: 1, of: 2 })).toBe('Passes with more than half of the arcs that may vote.')
  expect(words({ parts: 2, of: 3 })).toBe('Passes with more than two thirds of the arcs that may vote.')
  expect(words({ parts: 3, of: 4 })).toBe('Passes with more than three quarters of the arcs that may vote.')
  expect(words({ parts: 2, of: 100 }, { parts: 3, of: 100 })).toBe(
    'Passes with more than 2% of the arcs that may vote, once at least 3% have voted.',
  )
})
