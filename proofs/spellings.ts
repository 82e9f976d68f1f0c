/** An id that nobody has; it must never appear in the database. */
export const chosenId = '01890a5d-dead-7eef-8eef-0123456789ab'

const stranger = '01890a5d-beef-7eef-8eef-0123456789ab'

/** Ways in which a body may ask for rights. Written as text, because JSON allows more than objects do (duplicate keys, for example). */
export const spellings: readonly string[] = [
  '"isAdmin":true',
  '"is_admin":true',
  '"IsAdmin":true',
  '"isAdmin ":true',
  '"isadmin":true',
  '"admin":true',
  '"isAdmin":"true"',
  '"isAdmin":1',
  '"isAdmin":[true]',
  '"isAdmin":{"$eq":true}',
  '"isAdmin":false,"isAdmin":true',
  '"\\u0069sAdmin":true',
  '"permissions":{"isAdmin":true}',
  '"permissions":[{"isAdmin":true}]',
  '"permissions":["isAdmin"]',
  '"permissions.isAdmin":true',
  '"permissions[isAdmin]":true',
  '"permissions":{"isAdmin":false},"permissions":{"isAdmin":true}',
  '"__proto__":{"isAdmin":true,"isVerified":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"$set":{"is_admin":true}',
  '"data":{"isAdmin":true,"isVerified":true}',
  '"body":{"permissions":{"isAdmin":true}}',
  '"profile":{"isVerified":true}',
  '"isVerified":true',
  '"is_verified":true',
  '"verifiedAt":"2026-01-01T00:00:00Z","verified_by":null',
  '"isVerified":true,"onboardingComplete":true,"verificationRequested":false',
  '"isBroker":true',
  '"is_broker":true,"role":"Broker"',
  '"role":"Admin"',
  '"roles":["Admin","Broker"]',
  '"status":"invited"',
  '"deletedAt":null,"deleted_at":null',
  '"isOwner":true',
  '"is_owner":true,"owner":true',
  `"_id":"${chosenId}"`,
  `"id":"${chosenId}"`,
  `"createdBy":"${stranger}","created_by":"${stranger}"`,
  '"amount":1,"price":1,"sharePrice":1,"arcs":[{"price":1}],"currentInvestmentAmount":1',
]

/** Ways in which a body may claim what only others, or all together, can give in a circle. `other` is a member who does nothing here. */
export const circleSpellings = (other: string): readonly string[] => [
  '"isTreasurer":true,"treasurer":true,"isOwner":true,"is_owner":true',
  '"isMember":true,"role":"Treasurer","mayManage":true,"may":{"manage":true}',
  '"holding":null,"stage":"deciding"',
  '"outcome":"passed","isPassed":true,"closedAt":"2026-01-01T00:00:00Z","closed_at":"2026-01-01T00:00:00Z"',
  '"permission":"motion","isPermitted":true,"permissions":{"kind":"motion"}',
  '"isConfirmed":true,"confirmedAt":"2026-01-01T00:00:00Z","confirmed_at":"2026-01-01T00:00:00Z"',
  '"isClosed":true,"state":"closed","isFinal":true',
  '"entryId":null,"entry_id":null,"number":1,"ordinal":1',
  '"sha256":"0000000000000000000000000000000000000000000000000000000000000000","signedAt":"2026-01-01T00:00:00Z"',
  '"heldSince":"2020-01-01T00:00:00Z","held_since":"2020-01-01T00:00:00Z","arcCount":12,"shares":12',
  '"isSilent":true,"isLeftOut":true,"isConflicted":true',
  ...[
    'user',
    'userId',
    'user_id',
    'actor',
    'by',
    'bookedBy',
    'booked_by',
    'confirmedBy',
    'confirmed_by',
    'recordedBy',
    'recorded_by',
    'proposedBy',
    'closedBy',
    'closed_by',
    'signedBy',
    'uploadedBy',
    'namedBy',
    'markedBy',
    'askedBy',
    'draftedBy',
    'openedBy',
    'bidder',
    'seller',
    'author',
    'voter',
  ].map((name) => `"${name}":"${other}"`),
]

/** The body with the spelling before or after its own fields. */
export function spelt(body: unknown, spelling: string, isFirst: boolean): string {
  const text = JSON.stringify(typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {})
  if (text === '{}') return `{${spelling}}`
  return isFirst ? `{${spelling},${text.slice(1)}` : `${text.slice(0, -1)},${spelling}}`
}
