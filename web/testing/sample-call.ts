import type { Call, CallShare, Contribution } from '#contract/calls.ts'

const omar = { _id: 'omar', name: 'Omar Farouk' }
const maya = { _id: 'me', name: 'Maya Sorensen' }
const jonah = { _id: 'jonah', name: 'Jonah Abbott' }

const share = (user: CallShare['user'], arcs: number[], change: Partial<CallShare>): CallShare => ({
  user,
  arcs,
  askedCents: 0,
  paidCents: 0,
  openCents: 0,
  state: 'open',
  stateWords: 'Not yet',
  paidOn: null,
  reference: `ARC-7Q4K-${String(arcs[0]).padStart(2, '0')}`,
  keptCents: 0,
  ...change,
})

/** Jonah's payment, which waits for the words of two others. */
export const samplePayment = (change: Partial<Contribution> = {}): Contribution => ({
  _id: 'w1',
  payer: jonah,
  amountCents: 50_000,
  day: '2028-05-17',
  bankAccount: { _id: 'b1', name: 'Operating' },
  callId: 'k2',
  document: null,
  sender: 'Abbott Family LLC',
  recordedBy: jonah,
  recordedAt: '2028-05-17T10:00:00.000Z',
  state: 'waiting',
  words: [{ ...omar, at: '2028-05-17T12:00:00.000Z' }],
  wordsNeeded: 2,
  mayConfirm: true,
  mayWithdraw: false,
  mayReturn: false,
  ...change,
})

/** A further call of $5,000.02 over four arcs: Omar has paid too much, Maya in part, Jonah nothing yet. */
export const sampleCall = (change: Partial<Call> = {}): Call => {
  const shares = [
    share(omar, [1], {
      askedCents: 125_001,
      paidCents: 125_001,
      state: 'paid',
      stateWords: 'Paid',
      paidOn: '2028-05-05',
      keptCents: 1_668,
    }),
    share(maya, [2, 3], { askedCents: 250_001, paidCents: 50_000, openCents: 200_001, state: 'in_part', stateWords: 'In part' }),
    share(jonah, [4], { askedCents: 125_000, openCents: 125_000, state: 'overdue', stateWords: 'Late by 4 days' }),
  ]
  return {
    _id: 'k2',
    number: 2,
    kind: 'further',
    amountCents: 500_002,
    paidCents: 175_001,
    openCents: 325_001,
    dueDay: '2028-05-31',
    openedAt: '2028-04-28T10:00:00.000Z',
    state: 'open',
    why: 'Summit Roofing renews the roof.',
    motion: { _id: 'm1', title: 'the roof', passedAt: '2028-04-28T10:00:00.000Z' },
    myOpenCents: 200_001,
    parts: [125_001, 125_001, 125_000, 125_000].map((askedCents, index) => ({
      arc: index + 1,
      askedCents,
      paidCents: [125_001, 50_000, 0, 0][index] ?? 0,
    })),
    shares,
    mine: shares[1] ?? null,
    contributions: [samplePayment()],
    paidBacks: [],
    mayRemind: false,
    remindedAt: null,
    desk: {
      today: '2028-05-18',
      mayOpen: false,
      leftToCallCents: 0,
      leastCallCents: 400,
      mayRecordForOthers: false,
      members: [omar, maya, jonah],
      bankAccounts: [{ _id: 'b1', name: 'Operating' }],
      mayRecord: true,
    },
    ...change,
  }
}
