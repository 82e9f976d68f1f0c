import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Holder, percentOf } from './counting.ts'
import { type MotionFacts, motionKey, motionKinds, motionKindsIn, type ProposalFacts } from './motion-kinds.ts'
import { motionRule } from './motion-rule.ts'
import { effectWords, motionFactWords, motionRuleWords, notNowWords } from './motion-words.ts'
import {
  closedMotionWords,
  comeAgainWords,
  countMotion,
  decideProposal,
  isRefusal,
  type MotionChoice,
  type MotionVote,
  mayCloseEarly,
  mayComeAgainAt,
  mayDeclareConflict,
  motionChoices,
  motionClosingProblem,
  voteWouldWords,
} from './motions.ts'
import { defaultRules, motionOutcomes } from './outcome.ts'

const spend: MotionFacts = { kind: 'spend', amountCents: 480_000, category: 'repairs', repeats: null, relatedMember: 'tomas' }
const halfOfArcs = motionRule('spend', { rules: defaultRules, stage: 'deciding' })
const holders: Holder[] = [
  { user: 'ida', arcs: 4 },
  { user: 'maya', arcs: 3 },
  { user: 'grace', arcs: 2 },
  { user: 'lionel', arcs: 1 },
  { user: 'tomas', arcs: 2 },
]
const votes: MotionVote[] = [
  { user: 'ida', choice: 'yes' },
  { user: 'grace', choice: 'abstain' },
  { user: 'lionel', choice: 'no' },
]

describe('the standing of a motion', () => {
  test('leaves a conflicted member out of votes, quorum and denominator', () => {
    const standing = countMotion(halfOfArcs, holders, [...votes, { user: 'tomas', choice: 'yes' }], ['tomas'])
    expect(standing).toMatchObject({ of: 10, voted: 7, by: { yes: 4, no: 1, abstain: 2 }, passesFrom: 6, leftOut: 2, outcome: 'open' })
    expect(standing.words).toBe('7 of 10 arcs voted; needs 2 more to say yes')
  })

  test('a member declares a conflict on every kind that does not concern all alike and leaves its parties no vote', () => {
    const without = ['ann', 'ben']
    const about: Partial<Record<MotionFacts['kind'], object>> = {
      treasurer: { member: 'tomas' },
      owner: { member: 'tomas' },
      admit: { without },
      settle: { without },
    }
    const may = (person: string) => motionKinds.filter((kind) => mayDeclareConflict({ kind, ...about[kind] } as MotionFacts, person))
    expect(motionKinds.filter((kind) => !may('maya').includes(kind))).toEqual(['call', 'distribute', 'admit', 'settle'])
    // Without their yes it cannot pass.
    expect(may('maya').filter((kind) => !may('tomas').includes(kind))).toEqual(['treasurer', 'owner'])
  })

  test('never changes by votes of conflicted members', () => {
    const aVote = fc.record({ user: fc.constantFrom(...holders.map(({ user }) => user)), choice: fc.constantFrom(...motionChoices) })
    fc.assert(
      fc.property(fc.uniqueArray(aVote, { selector: ({ user }) => user }), fc.constantFrom('ida', 'maya', 'tomas'), (cast, conflicted) => {
        const others = cast.filter(({ user }) => user !== conflicted)
        expect(countMotion(halfOfArcs, holders, cast, [conflicted])).toEqual(countMotion(halfOfArcs, holders, others, [conflicted]))
      }),
    )
  })

  test('is described in words, open and closed', () => {
    const words = (cast: MotionVote[], isClosed = false) => countMotion(halfOfArcs, holders, cast, ['tomas'], isClosed).words
    expect(words([])).toBe('No votes yet; needs 6 more to say yes')
    expect(words([...votes, { user: 'maya', choice: 'yes' }])).toBe('10 of 10 arcs voted; passes with 7 yes')
    expect(words([...votes, { user: 'maya', choice: 'no' }])).toBe(
      '10 of 10 arcs voted; needs 2 more to say yes, so a vote would have to change',
    )
    expect(words([...votes, { user: 'maya', choice: 'yes' }], true)).toBe('10 of 10 arcs voted; passed with 7 yes')
    expect(words(votes, true)).toBe('7 of 10 arcs voted; 4 yes, it took 6')
    expect(words(votes.slice(0, 1), true)).toBe('Too few voted: 4 of 10 arcs, with 4 yes')
  })

  test('says whether yes votes or voters are missing', () => {
    const words = (cast: MotionVote[], conflicted: readonly string[] = [], quorum = percentOf(50)) =>
      countMotion({ ...halfOfArcs, quorum }, holders, cast, conflicted).words
    expect(
      words(
        [],
        holders.map(({ user }) => user),
      ),
    ).toBe('Nobody may vote on this motion')
    const enoughYes: MotionVote[] = [
      { user: 'ida', choice: 'yes' },
      { user: 'maya', choice: 'yes' },
    ]
    expect(words(enoughYes, [], percentOf(75))).toBe('7 of 12 arcs voted; needs 2 more to vote')
    expect(words(votes.slice(0, 1), [], percentOf(75))).toBe('4 of 12 arcs voted; needs 3 more to say yes, once 9 voted')
    expect(words(votes.slice(0, 1), [], percentOf(50))).toBe('4 of 12 arcs voted; needs 3 more to say yes')
  })

  test('of one that ended without a result says what it took, also with enough yes', () => {
    const counted = { of: 12, voted: 8, by: { yes: 7, no: 1, abstain: 0 }, passesFrom: 7 }
    expect(closedMotionWords(halfOfArcs, counted, 'lapsed')).toBe('8 of 12 arcs voted; 7 yes, it took 7')
    expect(closedMotionWords(halfOfArcs, counted, 'did_not_pass')).toBe('8 of 12 arcs voted; 7 yes, without that of the member it names')
  })

  test('a tie at one half fails', () => {
    const tie: Holder[] = [
      { user: 'a', arcs: 6 },
      { user: 'b', arcs: 6 },
    ]
    const cast: MotionVote[] = [
      { user: 'a', choice: 'yes' },
      { user: 'b', choice: 'no' },
    ]
    expect(countMotion(halfOfArcs, tie, cast, [], true).outcome).toBe('did_not_pass')
  })
})

describe('a motion closes early', () => {
  const all: MotionVote[] = [...votes, { user: 'maya', choice: 'yes' }]

  const holdersHere = holders.filter(({ user }) => user !== 'tomas')

  test('when everyone who may vote has voted', () => {
    expect(mayCloseEarly('general', halfOfArcs, holdersHere, all, [])).toBe(true)
    expect(mayCloseEarly('general', halfOfArcs, holdersHere, votes, [])).toBe(false)
    expect(mayCloseEarly('general', halfOfArcs, holders, all, [])).toBe(false)
  })

  test('but not while anyone holds arcs that are too new to count, also who has no vote', () => {
    const withNew = [...holdersHere, { user: 'new', arcs: 0, late: 1 }]
    expect(mayCloseEarly('general', halfOfArcs, withNew, [...all, { user: 'new', choice: 'yes' }], [])).toBe(false)
    expect(mayCloseEarly('release', halfOfArcs, withNew, all, ['new'])).toBe(false)
  })

  test('but never once a member declared a conflict; asking to be released is none', () => {
    expect(mayCloseEarly('spend', halfOfArcs, holders, all, ['tomas'])).toBe(false)
    expect(mayCloseEarly('release', halfOfArcs, holders, all, ['ann', 'tomas'])).toBe(false)
    expect(mayCloseEarly('let_go', halfOfArcs, holders, all, ['ann', 'tomas'])).toBe(false)
    expect(mayCloseEarly('admit', halfOfArcs, holders, all, ['ann', 'tomas'])).toBe(true)
    expect(mayCloseEarly('release', halfOfArcs, holders, all, ['tomas'])).toBe(true)
  })

  test('without waiting for members whose vote has no weight', () => {
    const withOwner = [...holdersHere, { user: 'owner', arcs: 0 }]
    expect(mayCloseEarly('general', halfOfArcs, withOwner, all, [])).toBe(true)
    expect(mayCloseEarly('general', { ...halfOfArcs, countBy: 'people' }, withOwner, all, [])).toBe(false)
  })

  test('but not if nobody may vote', () => {
    expect(mayCloseEarly('release', halfOfArcs, [{ user: 'tomas', arcs: 2 }], [], ['tomas'])).toBe(false)
  })
})

describe('the rule of a motion', () => {
  test('is the charter’s, or the kind’s own fraction with the charter’s quorum', () => {
    const charter = { countBy: 'people', threshold: 66, quorum: 75, vetoBlocks: true } as const
    expect(motionRule('general', { rules: charter, stage: 'deciding' })).toEqual({
      countBy: 'people',
      moreThan: percentOf(66),
      quorum: percentOf(75),
    })
    expect(motionRule('rules', { rules: charter, stage: 'deciding' }).moreThan).toEqual({ parts: 2, of: 3 })
    expect(motionRule('release', { rules: charter, stage: 'deciding' }).moreThan).toEqual({ parts: 1, of: 2 })
    expect(motionRule('wind_up', { rules: charter, stage: 'deciding' }).moreThan).toEqual({ parts: 3, of: 4 })
  })

  test('counts arcs from buying on, and never takes less than half', () => {
    const charter = { ...defaultRules, countBy: 'people' as const, threshold: 30, quorum: 75 }
    for (const stage of ['buying', 'owning'] as const) {
      expect(motionRule('general', { rules: charter, stage })).toEqual({ countBy: 'arcs', moreThan: percentOf(50), quorum: percentOf(75) })
      expect(motionRule('general', { rules: { ...charter, threshold: 66 }, stage }).moreThan).toEqual(percentOf(66))
      expect(motionRule('rules', { rules: charter, stage }).moreThan).toEqual({ parts: 2, of: 3 })
    }
    expect(motionRule('general', { rules: charter, stage: 'deciding' })).toMatchObject({ countBy: 'people', moreThan: percentOf(30) })
  })

  test('a treasurer or an owner is named only with their own yes', () => {
    const three = [
      { user: 'ida', arcs: 6 },
      { user: 'maya', arcs: 4 },
      { user: 'tomas', arcs: 2 },
    ]
    const all = (maya: MotionChoice) => [
      { user: 'ida', choice: 'yes' as const },
      { user: 'maya', choice: maya },
      { user: 'tomas', choice: 'yes' as const },
    ]
    for (const kind of ['treasurer', 'owner'] as const) {
      const rule = motionRule(kind, { rules: defaultRules, stage: 'deciding', member: 'maya' })
      expect(countMotion(rule, three, all('yes'), [], true).outcome).toBe('passed')
      for (const choice of ['no', 'abstain'] as const) {
        const counted = countMotion(rule, three, all(choice), [], true)
        expect([counted.outcome, counted.words]).toEqual([
          'did_not_pass',
          '12 of 12 arcs voted; 8 yes, without that of the member it names',
        ])
      }
      const open = countMotion(
        rule,
        three,
        all('yes').filter(({ user }) => user !== 'maya'),
        [],
      )
      expect([open.outcome, open.words]).toEqual(['open', '8 of 12 arcs voted; waits for the yes of the member it names'])
      expect(motionRuleWords(rule)).toMatch(/, and with the yes of the member it names\.$/)
    }
  })

  test('is said in one sentence', () => {
    expect(motionRuleWords(halfOfArcs)).toBe('Passes with more than half of the arcs that may vote, once at least half have voted.')
    expect(motionRuleWords(motionRule('wind_up', { rules: { ...defaultRules, countBy: 'people', quorum: 0 }, stage: 'deciding' }))).toBe(
      'Passes with more than three quarters of the members that may vote.',
    )
    expect(motionRuleWords(motionRule('general', { rules: { ...defaultRules, threshold: 66, quorum: 100 }, stage: 'deciding' }))).toBe(
      'Passes with more than 66% of the arcs that may vote, once all have voted.',
    )
  })
})

describe('a proposal', () => {
  const facts: ProposalFacts = {
    stage: 'deciding',
    isOwner: false,
    members: ['ida', 'maya', 'tomas'],
    treasurer: null,
    rules: defaultRules,
    owner: 'ida',
    fitOwners: ['maya', 'tomas'],
    askRelease: ['tomas'],
    letGo: ['maya'],
    isAnythingPaid: false,
    isMoneyAway: false,
    closedMonths: ['2027-03'],
    isRefusedLately: false,
  }
  const refusal = (motion: MotionFacts, changed: Partial<ProposalFacts> = {}) => {
    const decision = decideProposal(motion, { ...facts, ...changed })
    return decision.ok ? null : decision.reason
  }

  test('is possible from deciding on, and of a kind that the stage knows', () => {
    expect(refusal(spend)).toBeNull()
    for (const stage of ['gathering', 'ended'] as const) expect(refusal(spend, { stage })).toBe('motion_kind_not_now')
    expect(refusal({ kind: 'release' })).toBeNull()
    expect(refusal({ kind: 'release' }, { stage: 'owning' })).toBe('motion_kind_not_now')
    expect(refusal({ kind: 'wind_up' })).toBeNull()
    expect(refusal({ kind: 'wind_up' }, { stage: 'buying' })).toBe('motion_kind_not_now')
    expect(motionKindsIn('deciding')).toEqual([
      'general',
      'spend',
      'treasurer',
      'reserve',
      'rules',
      'owner',
      'release',
      'let_go',
      'wind_up',
    ])
    expect(motionKindsIn('buying')).toEqual(['general', 'spend', 'treasurer', 'reserve', 'rules', 'owner', 'give_up', 'reopen'])
    expect(motionKindsIn('owning')).toEqual([
      'general',
      'spend',
      'treasurer',
      'reserve',
      'call',
      'rules',
      'owner',
      'reopen',
      'sell',
      'wind_up',
    ])
  })

  test('to let someone go needs a reason; a new owner is fit and does not want to leave; a purchase is given up once anything was paid', () => {
    expect(refusal({ kind: 'let_go', member: 'maya' })).toBeNull()
    expect(refusal({ kind: 'let_go', member: 'tomas' })).toBe('not_to_be_let_go')
    expect(refusal({ kind: 'let_go', member: 'stranger' })).toBe('member_not_here')
    expect(refusal({ kind: 'owner', member: 'maya' })).toBeNull()
    expect(refusal({ kind: 'owner', member: 'ida' })).toBe('already_owner')
    expect(refusal({ kind: 'owner', member: 'tomas' })).toBe('asks_to_be_released')
    expect(refusal({ kind: 'owner', member: 'maya' }, { fitOwners: [] })).toBe('new_owner_unfit')
    const giveUp = { kind: 'give_up', why: 'The seller backs out' } as const
    expect(refusal(giveUp, { stage: 'buying' })).toBe('owner_gives_up')
    expect(refusal(giveUp, { stage: 'buying', isAnythingPaid: true })).toBeNull()
    expect(refusal(giveUp, { stage: 'buying', isAnythingPaid: true, isMoneyAway: true })).toBe('wire_is_done')
    expect(refusal({ kind: 'reopen', month: '2027-03' }, { stage: 'owning' })).toBeNull()
    expect(refusal({ kind: 'reopen', month: '2027-04' }, { stage: 'owning' })).toBe('month_not_closed')
  })

  test('that cannot be made now says why, and exactly the others can', () => {
    const possible = { isOwner: false, letGo: ['maya'], isAnythingPaid: true, isMoneyAway: false, closedMonths: ['2027-03'], others: 2 }
    expect(motionKinds.filter((kind) => notNowWords(kind, possible) !== null)).toEqual([])
    const now = { isOwner: true, letGo: [], isAnythingPaid: false, isMoneyAway: false, closedMonths: [], others: 0 }
    expect(motionKinds.flatMap((kind) => notNowWords(kind, now) ?? [])).toEqual([
      'Nobody else is here',
      'Hand the circle over first',
      'No reason to let anyone go',
      'Nothing is paid: the owner can',
      'No month is closed',
    ])
  })

  test('must change something', () => {
    expect(refusal({ kind: 'treasurer', member: 'maya' }, { treasurer: 'maya' })).toBe('already_treasurer')
    expect(refusal({ kind: 'rules', rules: defaultRules })).toBe('rules_unchanged')
    expect(refusal({ kind: 'rules', rules: { ...defaultRules, quorum: 60 } })).toBeNull()
  })

  test('names members only, and the owner hands the circle over before asking to be released', () => {
    expect(refusal({ kind: 'treasurer', member: 'stranger' })).toBe('member_not_here')
    expect(refusal({ ...spend, relatedMember: 'stranger' })).toBe('member_not_here')
    expect(refusal({ kind: 'release' }, { isOwner: true })).toBe('owner_hands_over_first')
  })

  test('is refused to the same person for 90 days after a no, or a withdrawal that a vote preceded', () => {
    expect(refusal(spend, { isRefusedLately: true })).toBe('motion_refused_lately')
    expect(mayComeAgainAt(0, 86_400)).toBe(90 * 86_400_000)
    for (const outcome of motionOutcomes) {
      expect([outcome, isRefusal(outcome, false)]).toEqual([outcome, outcome === 'did_not_pass' || outcome === 'too_few_voted'])
    }
    expect([isRefusal('withdrawn', true), isRefusal('lapsed', true), isRefusal('passed', true)]).toEqual([true, false, false])
  })

  test('is the same as another if kind and facts are, whatever its text', () => {
    const key = (motion: MotionFacts, title: string, payee: string | null = null, proposer = 'ida') =>
      motionKey(motion, { title, payee }, proposer)
    expect(key(spend, 'Roof', 'Weller  Roofing')).toBe(key(spend, 'The roof', 'weller roofing'))
    expect(key(spend, 'Roof', 'Weller')).not.toBe(key({ ...spend, amountCents: 1 }, 'Roof', 'Weller'))
    expect(key({ kind: 'general' }, 'Paint it blue')).toBe(key({ kind: 'general' }, ' paint  it BLUE', null, 'maya'))
    for (const title of [
      'Paint it: blue!',
      'Paint\u200B it blue',
      '\u202EPaint it blu\u00ADe',
      'Páint it—blue',
      'Paint it blue 🎨',
      '“Ｐaint it blue”',
    ])
      expect([title, key({ kind: 'general' }, title)]).toEqual([title, key({ kind: 'general' }, 'Paint it blue')])
    expect(key({ kind: 'general' }, 'Paint it blue')).not.toBe(key({ kind: 'general' }, 'Paint it red'))
    expect(key({ kind: 'general' }, 'Pay for 1.5 hours')).not.toBe(key({ kind: 'general' }, 'Pay for 15 hours'))
    expect(key({ kind: 'general' }, '?!')).not.toBe(key({ kind: 'general' }, '🎨'))
    expect(key(spend, 'Roof', 'Weller Roofing, LLC.')).toBe(key(spend, 'Roof', 'Weller Roofing LLC'))
    expect(key({ kind: 'release' }, '', null, 'ida')).not.toBe(key({ kind: 'release' }, '', null, 'maya'))
  })

  test('closes at least one and at most 60 days of notice ahead', () => {
    const day = 86_400_000
    expect(motionClosingProblem(day - 1, 0, 86_400)).toMatch(/at least one day ahead/)
    expect(motionClosingProblem(day, 0, 86_400)).toBeNull()
    expect(motionClosingProblem(60 * day, 0, 86_400)).toBeNull()
    expect(motionClosingProblem(60 * day + 1, 0, 86_400)).toBe('Choose a moment at most 60 days ahead')
    expect(motionClosingProblem(181_000, 0, 3)).toBe('Choose a moment at most 3 minutes ahead')
  })
})

test('before it is saved, a vote says what it would do', () => {
  expect(voteWouldWords('release', halfOfArcs, holders, votes, ['tomas'], { user: 'maya', choice: 'yes' })).toBe(
    'With your 3 arcs it would have 7 yes; it takes 6. Everyone has voted then, so it closes at once.',
  )
  expect(voteWouldWords('spend', halfOfArcs, holders, [], ['tomas'], { user: 'lionel', choice: 'no' })).toBe(
    'With your 1 arc it would have 0 yes; it takes 6.',
  )
  const byPeople = { ...halfOfArcs, countBy: 'people' as const }
  expect(voteWouldWords('spend', byPeople, holders, votes, ['tomas'], { user: 'maya', choice: 'yes' })).toBe(
    'With your vote it would have 2 yes; it takes 3.',
  )
})

test('a changed vote counts once, and one without arcs is said to weigh nothing', () => {
  expect(voteWouldWords('spend', halfOfArcs, holders, votes, ['tomas'], { user: 'ida', choice: 'no' })).toBe(
    'With your 4 arcs it would have 0 yes; it takes 6.',
  )
  expect(voteWouldWords('spend', halfOfArcs, holders, votes, [], { user: 'stranger', choice: 'yes' })).toBe(
    'With your 0 arcs it would have 4 yes; it takes 7.',
  )
})

test('who proposed a motion that failed reads from when it may come again', () => {
  expect(comeAgainWords(Date.UTC(2027, 0, 1, 12), 86_400, 'America/Denver')).toBe('The same motion may come again from 1 April 2027.')
})

test('facts and effect are said in words', () => {
  expect(motionFactWords(spend)).toBe('Spend $4,800.00')
  expect(motionFactWords({ ...spend, repeats: { every: 'month', until: '2027-12-31' } })).toBe(
    'Spend $4,800.00 per month until 31 December 2027',
  )
  expect(motionFactWords({ kind: 'reserve', floorCents: 900_000, emergencyCents: 75_000 })).toBe(
    'Reserve floor $9,000.00, emergency limit $750.00',
  )
  const names = { payee: 'Weller Roofing LLC', member: 'Grace Okafor', proposer: 'Ida Brandt' }
  expect(effectWords(spend, names)).toBe(
    'The treasurer may book up to $4,800.00 to Weller Roofing LLC under Repairs. Nothing is paid by Arcstead.',
  )
  expect(effectWords({ kind: 'treasurer', member: 'g' }, names)).toMatch(/^Grace Okafor becomes/)
  expect(effectWords({ kind: 'release' }, names)).toBe('Ida Brandt’s arcs come free and the circle gathers again.')
  for (const kind of ['general', 'wind_up'] as const) expect(effectWords({ kind }, names)).not.toBe('')
})
