export type Path = `/${string}`

/** Every address of the page. The same functions make links, with an id, and the route table, with `:id`. */
export const paths = {
  findCircles: '/',
  findCirclesLong: '/find-circles',
  mapView: '/find-circles/map-view',
  circlePublic: (id: string) => `/circle-public/${id}`,
  circle: (id: string) => `/circle/${id}`,
  /** Opens the property beside the circle's list; for notices and mails. */
  circleProperty: (id: string, propertyId: string) => `/circle/${id}?property=${propertyId}`,
  propertyPage: (id: string, propertyId: string) => `/circle/${id}/property/${propertyId}`,
  circleVoting: (id: string) => `/circle/${id}?property=true`,
  circleCharter: (id: string) => `/circle/${id}?tab=vote&charter=true`,
  circleMembers: (id: string) => `/circle/${id}?tab=members`,
  circleFinancials: (id: string) => `/circle/${id}?tab=financials`,
  circleStatement: (id: string, membershipId?: string) => `/circle/${id}/statement${membershipId ? `?member=${membershipId}` : ''}`,
  /** The statement of a year, or of the `latest`. */
  yearStatement: (id: string, year: number | string) => `/circle/${id}/statement/${year}`,
  circleMotions: (id: string) => `/circle/${id}?tab=motions`,
  circleMotion: (id: string, motionId: string) => `/circle/${id}/motion/${motionId}`,
  newMotion: (id: string) => `/circle/${id}/new-motion`,
  proposeReserve: (id: string) => `/circle/${id}/new-motion?kind=reserve`,
  proposeSpend: (id: string) => `/circle/${id}/new-motion?kind=spend`,
  proposeRules: (id: string) => `/circle/${id}/new-motion?kind=rules`,
  askForRelease: (id: string) => `/circle/${id}/new-motion?kind=release`,
  changeMotion: (id: string, motionId: string) => `/circle/${id}/new-motion?change=${motionId}`,
  replaceMotion: (id: string, motionId: string) => `/circle/${id}/new-motion?replace=${motionId}`,
  circleRecord: (id: string, propertyId?: string) => `/circle/${id}/record${propertyId ? `?property=${propertyId}` : ''}`,
  /** What stays to someone who left the circle. */
  pastCircle: (id: string) => `/circle/${id}/past`,
  pastRecord: (id: string) => `/circle/${id}/past/record`,
  /** What must be true before buying starts, for the owner to start it. */
  startBuying: (id: string) => `/circle/${id}/start-buying`,
  circlePurchase: (id: string) => `/circle/${id}/purchase`,
  circleSale: (id: string) => `/circle/${id}/sale`,
  circleDocuments: (id: string) => `/circle/${id}?tab=documents`,
  circleDocument: (id: string, documentId: string) => `/circle/${id}/document/${documentId}`,
  signDocument: (id: string, documentId: string) => `/circle/${id}/document/${documentId}/sign`,
  circleOffers: (id: string) => `/circle/${id}/offers`,
  circleOffer: (id: string, offerId: string) => `/circle/${id}/offers/${offerId}`,
  circleCall: (id: string, callId: string) => `/circle/${id}/call/${callId}`,
  circleDistributions: (id: string) => `/circle/${id}/distributions`,
  circleDistribution: (id: string, distributionId: string) => `/circle/${id}/distributions/${distributionId}`,
  circleBook: (id: string) => `/circle/${id}?tab=book`,
  circleBookOf: (id: string, month: string) => `/circle/${id}?tab=book&month=${month}`,
  /** The form for a cost, under this motion. */
  circleBookPay: (id: string, motionId: string) => `/circle/${id}?tab=book&pay=${motionId}`,
  circleBookEntry: (id: string, entryId: string) => `/circle/${id}/book/${entryId}`,
  circleBookImport: (id: string) => `/circle/${id}/book-import`,
  circleBookMatch: (id: string) => `/circle/${id}/book-match`,
  circleBookMonth: (id: string, month: string) => `/circle/${id}/book-month/${month}`,
  circleConversation: (id: string) => `/circle/${id}/conversation`,
  /** The public page at its questions, which the owner answers there. */
  circleQuestions: (id: string) => `/circle-public/${id}#questions`,
  createCircle: '/create-circle',
  changeCircle: (id: string) => `/create-circle?circle=${id}`,
  joinCircle: (id: string) => `/join-circle/${id}`,
  dashboard: '/dashboard',
  addProperty: (circleId: string) => `/add-property/${circleId}`,
  compare: (circleId: string) => `/circle/${circleId}/compare`,
  editProperty: (circleId: string, propertyId: string) => `/add-property/${circleId}?property=${propertyId}`,
  profile: '/profile',
  changePassword: '/profile?change=password',

  login: '/login',
  register: '/register',
  logout: '/logout',
  requestReset: '/request-reset',
  resetPassword: '/reset-password',
  setPassword: '/set-password',
  confirmEmail: '/confirm-email',
  unsubscribe: '/unsubscribe',
  onboarding: '/onboarding',
  userVerification: '/user-verification',
  terms: '/terms-of-service',
  help: '/help',
  helpPage: (page: string) => `/help/${page}`,
  forbidden: '/forbidden',

  brokerCircles: '/broker/circles',
  brokerCircle: (id: string) => `/broker/circle/${id}`,
  brokerDocuments: (id: string) => `/broker/circle/${id}?tab=documents`,
  brokerProperties: (id: string) => `/broker/circle/${id}?tab=properties`,
  brokerPropertyPage: (id: string, propertyId: string) => `/broker/circle/${id}/property/${propertyId}`,
  brokerPurchase: (id: string) => `/broker/circle/${id}/purchase`,
  brokerAddProperty: (circleId: string) => `/broker/add-property/${circleId}`,
  brokerEditProperty: (circleId: string, propertyId: string) => `/broker/add-property/${circleId}?property=${propertyId}`,

  admin: '/admin',
  adminUsers: '/admin/user-management',
  adminUsersAwaiting: '/admin/user-management?verification=awaiting',
  adminCircles: '/admin/circle-management',
  adminCirclesOld: '/admin/circles',
  adminCircle: (id: string) => `/admin/circle-management/${id}`,
  adminCircleProperties: (id: string) => `/admin/circle-management/${id}?tab=properties`,
  adminBrokers: '/admin/broker-management',
  adminManageUser: (id: string) => `/admin/manage-user/${id}`,
  adminReviewUser: (id: string) => `/admin/manage-user/${id}/review`,
  adminAskUser: (id: string) => `/admin/manage-user/${id}/review?decision=asked`,
  /** The same page on the way from one waiting person to the next: all of them, or those in one state. */
  adminQueue: (id: string, state?: string | null) => `/admin/manage-user/${id}/review?queue=${state ?? 'all'}`,
  adminQueueEnd: '/admin/queue-end',
  adminUserTab: (id: string, tab: string) => `/admin/manage-user/${id}?tab=${tab}`,
  adminManageCircle: (id: string) => `/admin/manage-circle/${id}`,
  adminNewBroker: '/admin/manage-broker/new',
  adminManageProperty: (id: string) => `/admin/manage-property/${id}`,
  adminCrashReports: '/admin/crash-reports',
  adminOpenCrashReports: '/admin/crash-reports?status=open',
  adminCrashReport: (id: string) => `/admin/crash-reports/${id}`,
  adminAuditLog: '/admin/audit-log',
  adminAuditOf: (kind: 'actor' | 'subject' | 'person', id: string) => `/admin/audit-log?${kind}=${id}`,
  adminReports: '/admin/reports',
  adminReport: (id: string) => `/admin/reports/${id}`,
  adminMails: '/admin/mail-outbox',
  adminFailedMails: '/admin/mail-outbox?status=failed',
  adminNewProperty: (circleId: string) => `/admin/manage-property/new?circle=${circleId}`,

  devParts: '/dev/parts',
  devCrash: '/dev/crash',
} as const satisfies Readonly<Record<string, Path | ((...parts: never[]) => Path)>>

/** Everything below one of these belongs to brokers or to administrators. */
export const areas = { broker: '/broker', admin: '/admin' } as const satisfies Readonly<Record<string, Path>>

const withoutLastSlash = (path: string): string => path.replace(/\/$/, '')

/** Matches an address, with or without a slash at its end; `:id` stands for one segment, which is captured. */
export const addressPattern = (path: Path): RegExp => new RegExp(`^${withoutLastSlash(path).replace(/:\w+/g, '([^/]+)')}/?$`)

/** Matches these addresses and everything below them. */
export const areaPattern = (...bases: readonly Path[]): RegExp => new RegExp(`^(?:${bases.map(withoutLastSlash).join('|')})(?:/|$)`)

/** An owner's invite opens a hidden circle. For addresses of the page and of the API alike. */
export const withInvite = <Address extends string>(address: Address, invite: string | null | undefined) =>
  invite ? (`${address}?invite=${encodeURIComponent(invite)}` as const) : address

/** Register, and on to `wish` as soon as the person may go there. */
export const signUpFor = (wish: string): string =>
  wish === paths.findCircles ? paths.register : `${paths.register}?redirect=${encodeURIComponent(wish)}`

/** Sign in, and back to `from` afterwards. */
export const loginFrom = (from: string): string =>
  from === paths.findCircles ? paths.login : `${paths.login}?redirect=${encodeURIComponent(from)}`
