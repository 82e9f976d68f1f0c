import type { Acquisition, AcquisitionStep } from '#contract/acquisition.ts'

/** An open step; tests override only what matters to them. */
export const sampleStep = (change: Partial<AcquisitionStep> = {}): AcquisitionStep => ({
  _id: change.key ?? 'offer',
  key: 'offer',
  title: 'Offer',
  state: 'open',
  isNow: false,
  isOverdue: false,
  assignedTo: null,
  dueDay: null,
  endedBy: null,
  endedAt: null,
  document: null,
  reason: null,
  note: null,
  signers: null,
  mayEnd: false,
  maySendMore: false,
  maySkip: false,
  mayChange: false,
  ...change,
})

const omar = { _id: 'omar', name: 'Omar Farouk' }
export const sampleAgreement = { documentId: 'd1', versionId: 'v1', title: 'Operating agreement', version: 2 }

/** A purchase on its way, as a member reads it. */
export const sampleAcquisition = (change: Partial<Acquisition> = {}): Acquisition => ({
  _id: 'a1',
  property: { _id: 'p1', address: '24 Ferry Court', place: 'Denver, CO 80240', price: 647_000, imageUri: null },
  passedAt: '2026-11-14T18:00:00.000Z',
  structure: 'llc',
  startedAt: '2026-11-16T10:00:00.000Z',
  startedBy: omar,
  outcome: null,
  endedAt: null,
  reason: null,
  steps: [
    sampleStep({
      key: 'offer',
      title: 'Offer',
      state: 'done',
      assignedTo: { _id: 'dana', name: 'Dana Whitfield' },
      endedBy: { _id: 'dana', name: 'Dana Whitfield' },
      endedAt: '2026-11-19T10:00:00.000Z',
      document: { documentId: 'd2', versionId: 'v2', title: 'Offer, accepted', version: 1 },
    }),
    sampleStep({
      key: 'agreement_signed',
      title: 'Agreement signed',
      isNow: true,
      dueDay: '2026-12-10',
      document: sampleAgreement,
      note: 'Follows from the signatures: 1 of 2 have signed.',
      signers: [
        { ...omar, hasSigned: true },
        { _id: 'me', name: 'Maya Sorensen', hasSigned: false },
      ],
    }),
    sampleStep({
      key: 'insurance',
      title: 'Insurance',
      isOverdue: true,
      dueDay: '2026-12-07',
      mayEnd: true,
      maySkip: true,
      mayChange: true,
    }),
    sampleStep({
      key: 'loan',
      title: 'Loan',
      state: 'skipped',
      endedBy: omar,
      endedAt: '2026-11-20T10:00:00.000Z',
      reason: 'We buy without a loan.',
    }),
    sampleStep({ key: 'wire', title: 'Wire', assignedTo: omar, note: 'Waits for every step before it.' }),
  ],
  done: 1,
  skipped: 1,
  money: {
    calledCents: 68_240_000,
    paidCents: 40_119_999,
    leftToCallCents: 0,
    heldByTitleCents: 66_000_000,
    cashCents: 100_000,
    accounts: [{ _id: 'b1', name: 'Operating account', cashCents: 100_000 }],
    mayCall: false,
  },
  settlement: null,
  mayAddStep: false,
  mayFinish: false,
  giveUp: 'motion',
  owed: null,
  people: [
    { ...omar, isBroker: false, maySendWire: true },
    { _id: 'me', name: 'Maya Sorensen', isBroker: false, maySendWire: false },
    { _id: 'dana', name: 'Dana Whitfield', isBroker: true, maySendWire: false },
  ],
  ...change,
})
