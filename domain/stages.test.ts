import { describe, expect, test } from 'vitest'
import { motionKindsIn } from './motion-kinds.ts'
import {
  decideInStage,
  isAllowedIn,
  type OwningWaits,
  type PurchaseProgress,
  type StageFacts,
  stageOf,
  stageSentence,
  stages,
} from './stages.ts'

test('a circle gathers until every arc is held, then decides, buys and owns; an ended one stays ended', () => {
  const circle = { isEnded: false, arcs: 12, freeArcs: 4, holding: null }
  const full = { ...circle, freeArcs: 0 }
  expect(stageOf(circle)).toBe('gathering')
  expect(stageOf(full)).toBe('deciding')
  expect(stageOf({ ...circle, arcs: 0, freeArcs: 0 })).toBe('gathering')
  expect(stageOf({ ...full, holding: 'buying' })).toBe('buying')
  expect(stageOf({ ...full, holding: 'owning' })).toBe('owning')
  expect(stageOf({ ...full, holding: 'owning', isEnded: true })).toBe('ended')
})

test('what may happen follows the stage', () => {
  const allowedIn = (act: Parameters<typeof isAllowedIn>[1]) => stages.filter((stage) => isAllowedIn(stage, act))
  expect(allowedIn('join')).toEqual(['gathering'])
  expect(allowedIn('leave')).toEqual(['gathering'])
  expect(allowedIn('remove_member')).toEqual(['gathering', 'deciding'])
  expect(allowedIn('delete_own_circle')).toEqual(['gathering', 'deciding'])
  expect(allowedIn('delete_circle')).toEqual(['gathering', 'deciding', 'ended'])
  expect(allowedIn('delete_member_as_admin')).toEqual(['gathering', 'deciding', 'ended'])
  expect(allowedIn('delete_own_account')).toEqual(['gathering', 'ended'])
  expect(allowedIn('change_properties')).toEqual(['gathering', 'deciding', 'buying'])
  expect(allowedIn('vote')).toEqual(['gathering', 'deciding', 'buying'])
  expect(allowedIn('set_rules')).toEqual(['gathering'])
  expect(allowedIn('propose_motion')).toEqual(['deciding', 'buying', 'owning'])
})

test('motions can be proposed in exactly the stages that have kinds of them', () => {
  for (const stage of stages) expect(isAllowedIn(stage, 'propose_motion')).toBe(motionKindsIn(stage).length > 0)
})

test('a refusal depends on the stage', () => {
  expect(decideInStage('gathering', 'leave')).toEqual({ ok: true, value: 'gathering' })
  expect(decideInStage('deciding', 'leave')).toEqual({ ok: false, reason: 'circle_is_full' })
  expect(decideInStage('owning', 'leave')).toEqual({ ok: false, reason: 'circle_stays' })
  expect(decideInStage('buying', 'delete_circle')).toEqual({ ok: false, reason: 'circle_stays' })
  expect(decideInStage('owning', 'vote')).toEqual({ ok: false, reason: 'properties_read_only' })
  expect(decideInStage('buying', 'set_rules')).toEqual({ ok: false, reason: 'rules_by_motion' })
  expect(decideInStage('ended', 'vote')).toEqual({ ok: false, reason: 'circle_ended' })
})

test.each([
  ['deciding', 'join', 'circle_full'],
  ['owning', 'remove_member', 'circle_stays'],
  ['buying', 'delete_own_circle', 'circle_stays'],
  ['owning', 'delete_member_as_admin', 'circle_stays'],
  ['deciding', 'delete_own_account', 'holds_funded_circle'],
  ['owning', 'delete_own_account', 'circle_stays'],
  ['owning', 'change_properties', 'properties_read_only'],
  ['gathering', 'propose_motion', 'motion_kind_not_now'],
] as const)('in the stage %s, %s is refused with %s', (stage, act, reason) => {
  expect(decideInStage(stage, act)).toEqual({ ok: false, reason })
})

describe('the sentence under the stage line', () => {
  const facts: StageFacts = {
    stage: 'deciding',
    arcs: 12,
    freeArcs: 0,
    passed: [],
    waiting: [],
    openProperties: 0,
    openMotions: 0,
    charter: { version: 4, agreed: 5, members: 5 },
  }
  /** With an arrow when it is the owner who must act. */
  const said = (changed: Partial<StageFacts>) => {
    const { lead, rest, isOwnersTurn } = stageSentence({ ...facts, ...changed })
    return `${isOwnersTurn ? '→ ' : ''}${lead} ${rest}`
  }

  test('says what comes next', () => {
    expect(said({ stage: 'gathering', freeArcs: 4 })).toBe(
      '4 of 12 arcs are free. Anyone verified can join. Members vote on properties already; buying can start once all arcs are held.',
    )
    expect(said({ stage: 'gathering', freeArcs: 1 })).toMatch(/^1 of 12 arcs is free\./)
    expect(said({})).toBe('All arcs are held. The circle can look for a property and vote on it.')
    expect(said({ openProperties: 2 })).toBe('All arcs are held. 2 properties are open for the circle to decide.')
    expect(said({ passed: ['24 Ferry Court'] })).toBe('→ All arcs are held. 24 Ferry Court passed: the owner can start buying.')
    expect(said({ passed: ['a', 'b'] })).toBe('→ 2 properties passed: the owner chooses which to buy.')
    expect(said({ openProperties: 1 })).toBe('All arcs are held. 1 property is open for the circle to decide.')
    expect(said({ stage: 'gathering', arcs: 0 })).toBe('→ This circle has no target yet. The owner sets it before anyone can join.')
    expect(said({ stage: 'ended' })).toBe('This circle has ended. Its record and all exports stay here for its members.')
  })

  test('of a gathering circle does not contradict what has passed already', () => {
    expect(said({ stage: 'gathering', freeArcs: 4, passed: ['24 Ferry Court'] })).toBe(
      '24 Ferry Court passed. 4 of 12 arcs are free: buying can start once all are held.',
    )
    expect(said({ stage: 'gathering', freeArcs: 1, passed: ['a', 'b'] })).toBe(
      '2 properties passed. 1 of 12 arcs is free: buying can start once all are held.',
    )
  })

  test('names who has not agreed yet by number, and what waits for the reader', () => {
    expect(said({ passed: ['24 Ferry Court'], charter: { version: 4, agreed: 3, members: 5 } })).toBe(
      '24 Ferry Court passed. 3 of 5 members have agreed to version 4 of the charter: buying can start when all have.',
    )
    expect(said({ passed: ['a', 'b'], charter: { version: 1, agreed: 0, members: 2 } })).toBe(
      '2 properties passed. 0 of 2 members have agreed to version 1 of the charter: buying can start when all have.',
    )
    expect(said({ openMotions: 3, waiting: [{ name: 'The roof repair', closesOn: 'Thursday' }] })).toBe(
      '3 motions are open. The roof repair closes on Thursday and waits for your vote.',
    )
    expect(said({ waiting: [{ name: '920 Juniper Road', closesOn: null }] })).toBe(
      'All arcs are held. 920 Juniper Road waits for your vote.',
    )
  })

  test('of selling and ending says who is next and what stands in the way', () => {
    const selling = { address: '24 Ferry Court', until: 'Nov 15' }
    const owning = (changed: Partial<StageFacts>) => said({ stage: 'owning', ...changed })
    expect(owning({ selling: { ...selling, state: 'permitted' } })).toBe(
      '→ The circle may sell 24 Ferry Court: the owner can record the sale until Nov 15.',
    )
    expect(owning({ selling: { ...selling, state: 'waits' } })).toBe(
      'The sale of 24 Ferry Court is recorded. It waits for another member’s confirmation.',
    )
    expect(owning({ selling: { ...selling, state: 'sold' } })).toBe(
      '24 Ferry Court is sold. What is left is paid out; then a motion ends the circle.',
    )
    expect(owning({ endingWaitsFor: ['April 2027 is not closed.'] })).toBe(
      'The circle ends once nothing stands in the way. April 2027 is not closed.',
    )
    expect(owning({ endingWaitsFor: ['a.', 'b.', 'c.'] })).toBe(
      'The circle ends once nothing stands in the way. a. 2 more points stand in the way.',
    )
  })

  test('of a circle that owns says up to when its book is closed, and what waits for the reader', () => {
    const owning = (changed: Partial<StageFacts>) => said({ stage: 'owning', ...changed })
    expect(owning({})).toBe('Nothing waits. No month of the book is closed yet.')
    expect(owning({ openMotions: 1, bookClosedTo: 'April 2028' })).toBe('1 motion is open. The book is closed up to April 2028.')
    const waiting = [{ name: 'A new roof', closesOn: 'May 4' }]
    expect(owning({ openMotions: 2, waiting })).toBe(
      'A new roof closes on May 4 and waits for your vote. No month of the book is closed yet.',
    )
    expect(owning({ waiting: [{ name: 'A new roof', closesOn: null }] })).toBe(
      'A new roof waits for your vote. No month of the book is closed yet.',
    )
  })

  test('of a circle that owns says the first thing that waits and who does it; a vote of the reader comes first', () => {
    const owning = (owningWaits: OwningWaits, changed: Partial<StageFacts> = {}) => said({ stage: 'owning', owningWaits, ...changed })
    expect(owning({ what: 'call', asked: 3, paid: 2, owing: ['Ann'], payBy: 'May 4' })).toBe(
      '2 of 3 members have paid. Ann is asked to pay by May 4.',
    )
    expect(owning({ what: 'bank_lines', count: 1 })).toBe(
      '1 line of the bank is not matched yet. The treasurer books and matches what the bank shows.',
    )
    expect(owning({ what: 'bank_lines', count: 4 })).toMatch(/^4 lines of the bank are not matched yet\. /)
    expect(owning({ what: 'month_to_confirm', month: 'March 2027' })).toBe(
      'March 2027 agrees with the bank. A member who had no part in it confirms it.',
    )
    expect(owning({ what: 'month_to_agree', month: 'March 2027' })).toBe(
      'March 2027 is over. The treasurer adds the bank’s file and agrees the book with it.',
    )
    expect(owning({ what: 'payouts', people: 2 })).toBe('2 people wait for what was paid out. The treasurer pays it.')
    expect(owning({ what: 'payout_words', people: 1 })).toBe('1 payout is marked as paid. It counts once its receiver says that it came.')
    const waiting = [{ name: 'A new roof', closesOn: null }]
    expect(owning({ what: 'bank_lines', count: 1 }, { waiting })).toMatch(/^A new roof waits for your vote\. /)
    expect(owning({ what: 'bank_lines', count: 1 }, { openMotions: 1 })).toMatch(/^1 line of the bank/)
  })

  describe('of a purchase', () => {
    const purchase: PurchaseProgress = {
      address: '24 Ferry Court',
      asked: 0,
      paid: 0,
      owing: [],
      payBy: null,
      step: { title: 'Make an offer', who: 'Ann Smith' },
      isSettlementWaiting: false,
    }
    const buying = (changed: Partial<PurchaseProgress>) => said({ stage: 'buying', purchase: { ...purchase, ...changed } })

    test('says the step that comes next and who does it', () => {
      expect(buying({})).toBe('Buying 24 Ferry Court. Next: Make an offer (Ann Smith).')
      expect(buying({ step: { title: 'Make an offer', who: null } })).toBe(
        '→ Buying 24 Ferry Court. Next: Make an offer (nobody is named for it yet).',
      )
      expect(buying({ step: null })).toBe('→ Buying 24 Ferry Court. The owner can enter the settlement statement.')
      expect(buying({ asked: 3, paid: 3, isSettlementWaiting: true })).toBe(
        'All members have paid. The settlement statement waits for another member’s confirmation.',
      )
    })

    test('says who has not paid yet', () => {
      const owing = (...names: string[]) => buying({ asked: 6, paid: 6 - names.length, owing: names, payBy: 'May 4' })
      expect(owing('You')).toBe('5 of 6 members have paid. You are asked to pay by May 4.')
      expect(owing('Ann')).toBe('5 of 6 members have paid. Ann is asked to pay by May 4.')
      expect(owing('You', 'Ann')).toBe('4 of 6 members have paid. You and Ann are asked to pay by May 4.')
      expect(owing('You', 'Ann', 'Ben')).toBe('3 of 6 members have paid. You, Ann and 1 other are asked to pay by May 4.')
      expect(owing('Ann', 'Ben', 'Cy', 'Dee')).toBe('2 of 6 members have paid. Ann, Ben and 2 others are asked to pay by May 4.')
      expect(buying({ asked: 2, paid: 1, owing: ['Ann'] })).toBe('1 of 2 members have paid. Ann is asked to pay.')
    })

    test('gives way to what stands in the way of an end', () => {
      expect(said({ stage: 'buying', purchase, endingWaitsFor: ['a.', 'b.'] })).toBe(
        'The circle ends once nothing stands in the way. a. 1 more point stands in the way.',
      )
    })
  })
})
