import { describe, expect, test } from 'vitest'
import { motionKindsIn } from './motion-kinds.ts'
import { decideInStage, isAllowedIn, type StageFacts, stageOf, stageSentence, stages } from './stages.ts'

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
  expect(allowedIn('change_properties')).toEqual(['gathering', 'deciding'])
  expect(allowedIn('vote')).toEqual(['gathering', 'deciding'])
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
  expect(decideInStage('buying', 'vote')).toEqual({ ok: false, reason: 'properties_read_only' })
  expect(decideInStage('buying', 'set_rules')).toEqual({ ok: false, reason: 'rules_by_motion' })
  expect(decideInStage('ended', 'vote')).toEqual({ ok: false, reason: 'circle_ended' })
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
  const said = (changed: Partial<StageFacts>) => {
    const { lead, rest } = stageSentence({ ...facts, ...changed })
    return `${lead} ${rest}`
  }

  test('says what comes next', () => {
    expect(said({ stage: 'gathering', freeArcs: 4 })).toBe(
      '4 of 12 arcs are free. Anyone verified can join. Members vote on properties already; buying can start once all arcs are held.',
    )
    expect(said({ stage: 'gathering', freeArcs: 1 })).toMatch(/^1 of 12 arcs is free\./)
    expect(said({})).toBe('All arcs are held. The circle can look for a property and vote on it.')
    expect(said({ openProperties: 2 })).toBe('All arcs are held. 2 properties are open for the circle to decide.')
    expect(said({ passed: ['24 Ferry Court'] })).toBe('All arcs are held. 24 Ferry Court passed: the owner can start buying.')
    expect(said({ passed: ['a', 'b'] })).toBe('2 properties passed: the owner chooses which to buy.')
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
      'The circle may sell 24 Ferry Court: the owner can record the sale until Nov 15.',
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

  test('says when it is the owner’s turn', () => {
    expect(stageSentence({ ...facts, passed: ['a'] }).isOwnersTurn).toBe(true)
    expect(stageSentence(facts).isOwnersTurn).toBe(false)
  })
})
