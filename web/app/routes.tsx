import type { RouteObject } from 'react-router'
import { paths } from '#contract/paths.ts'
import { SpinnerPage } from '#web/ui/feedback/skeletons.tsx'
import { adminRoutes } from './admin-routes.tsx'
import { ForbiddenScreen, NotFoundScreen } from './not-found-screen.tsx'
import { RootFrame } from './root-frame.tsx'
import { LayoutFailure } from './screen-failure.tsx'
import { layout, screen } from './screen-route.tsx'

const pictures = layout(
  async () => (await import('./layouts/picture-layout.tsx')).PictureLayout,
  [
    screen(paths.login, 'Sign In', 'public', async () => (await import('#web/features/accounts/login-screen.tsx')).LoginScreen),
    screen(
      paths.register,
      'Create your account',
      'public',
      async () => (await import('#web/features/accounts/register-screen.tsx')).RegisterScreen,
    ),
  ],
)

const column = layout(
  async () => (await import('./layouts/column-layout.tsx')).ColumnLayout,
  [
    screen(paths.logout, 'Logging out...', 'public', async () => (await import('./logout-screen.tsx')).LogoutScreen),
    screen(
      paths.requestReset,
      'Forgot password',
      'public',
      async () => (await import('#web/features/accounts/forgot-password-screen.tsx')).ForgotPasswordScreen,
    ),
    screen(
      paths.resetPassword,
      'Reset password',
      'public',
      async () => (await import('#web/features/accounts/reset-password-screen.tsx')).ResetPasswordScreen,
    ),
    screen(
      paths.setPassword,
      'Set Your Password',
      'public',
      async () => (await import('#web/features/accounts/set-password-screen.tsx')).SetPasswordScreen,
    ),
    screen(
      paths.confirmEmail,
      'Confirm your e-mail',
      'public',
      async () => (await import('#web/features/accounts/confirm-email-screen.tsx')).ConfirmEmailScreen,
    ),
    screen(
      paths.unsubscribe,
      'Stop these mails',
      'public',
      async () => (await import('#web/features/notices/unsubscribe-screen.tsx')).UnsubscribeScreen,
    ),
    screen(
      paths.onboarding,
      'Welcome',
      'onboarding',
      async () => (await import('#web/features/profile/onboarding-screen.tsx')).OnboardingScreen,
    ),
    screen(paths.terms, 'Terms of Service', 'public', async () => (await import('#web/features/terms/terms-screen.tsx')).TermsScreen),
    screen(paths.forbidden, "You can't access that", 'public', async () => ForbiddenScreen),
    screen(paths.devCrash, 'Crash', 'public', async () => (await import('#web/dev/crash-screen.tsx')).DevCrashScreen),
    screen('*', 'Page Not Found', 'public', async () => NotFoundScreen),
  ],
)

const findCircles = async () => (await import('#web/features/search/find-circles-screen.tsx')).FindCirclesScreen

const marketplace = layout(
  async () => (await import('./layouts/open-layout.tsx')).MarketplaceLayout,
  [
    screen(paths.findCircles, 'Find Investment Circles', 'public', findCircles),
    screen(paths.findCirclesLong, 'Find Investment Circles', 'public', findCircles),
    screen(
      paths.mapView,
      'Find Investment Circles',
      'public',
      async () => (await import('#web/features/search/map-view-screen.tsx')).MapViewScreen,
    ),
  ],
)

const open = layout(
  async () => (await import('./layouts/open-layout.tsx')).OpenLayout,
  [
    screen(
      paths.circlePublic(':id'),
      'Circle',
      'public',
      async () => (await import('#web/features/circles/public-circle-screen.tsx')).PublicCircleScreen,
    ),
    screen(paths.helpPage(':page?'), 'Help', 'public', async () => (await import('#web/features/guide/guide-screen.tsx')).GuideScreen),
  ],
)

const application = layout(
  async () => (await import('./layouts/application-layout.tsx')).ApplicationLayout,
  [
    screen(
      paths.userVerification,
      'Verification in Progress',
      'verification',
      async () => (await import('#web/features/verification/verification-screen.tsx')).VerificationScreen,
    ),
    screen(
      paths.dashboard,
      'Dashboard',
      'member',
      async () => (await import('#web/features/dashboard/dashboard-screen.tsx')).DashboardScreen,
    ),
    screen(
      paths.createCircle,
      'Create Circle',
      'member',
      async () => (await import('#web/features/circles/create-circle-screen.tsx')).CreateCircleScreen,
    ),
    screen(
      paths.joinCircle(':id'),
      'Join Circle',
      'member',
      async () => (await import('#web/features/membership/join-screen.tsx')).JoinScreen,
    ),
    screen(
      paths.addProperty(':id'),
      'Manage Property',
      'member',
      async () => (await import('#web/features/properties/manage-property-screen.tsx')).ManagePropertyScreen,
    ),
    screen(
      paths.compare(':id'),
      'Compare properties',
      'member',
      async () => (await import('#web/features/properties/compare-screen.tsx')).CompareScreen,
    ),
  ],
)

const own = layout(
  async () => (await import('./layouts/open-layout.tsx')).RoleLayout,
  [
    screen(
      paths.profile,
      'User Profile',
      'onboarded',
      async () => (await import('#web/features/profile/profile-screen.tsx')).ProfileScreen,
    ),
    screen(paths.circle(':id'), 'Circle', 'verified', async () => (await import('./member-circle-screen.tsx')).MemberCircleScreen),
    screen(
      paths.circleConversation(':id'),
      'Conversation',
      'verified',
      async () => (await import('./conversation-screen.tsx')).ConversationScreen,
    ),
    screen(paths.startBuying(':id'), 'Start buying', 'verified', async () => (await import('./purchase-screen.tsx')).StartBuyingScreen),
    screen(paths.circleOffers(':id'), 'Offers of arcs', 'verified', async () => (await import('./owning-screens.tsx')).OffersScreen),
    screen(
      paths.circleOffer(':id', ':offerId'),
      'Offer of arcs',
      'verified',
      async () => (await import('./owning-screens.tsx')).OfferScreen,
    ),
    screen(paths.circleCall(':id', ':callId'), 'Call', 'verified', async () => (await import('./call-screen.tsx')).CallScreen),
    screen(
      paths.circleBookEntry(':id', ':entryId'),
      'Entry of the book',
      'verified',
      async () => (await import('./book-screens.tsx')).BookEntryScreen,
    ),
    screen(paths.circleBookImport(':id'), 'Bank file', 'verified', async () => (await import('./book-screens.tsx')).BookImportScreen),
    screen(
      paths.circleBookMatch(':id'),
      'Match with the bank',
      'verified',
      async () => (await import('./book-screens.tsx')).BookMatchScreen,
    ),
    screen(
      paths.circleBookMonth(':id', ':month'),
      'A month of the book',
      'verified',
      async () => (await import('./book-screens.tsx')).BookMonthScreen,
    ),
    screen(
      paths.circleDistributions(':id'),
      'What was paid out',
      'verified',
      async () => (await import('./owning-screens.tsx')).DistributionsScreen,
    ),
    screen(
      paths.circleDistribution(':id', ':distributionId'),
      'Pay out',
      'verified',
      async () => (await import('./owning-screens.tsx')).DistributionScreen,
    ),
    screen(paths.circleSale(':id'), 'Sale', 'verified', async () => (await import('./owning-screens.tsx')).SaleScreen),
    screen(paths.circlePurchase(':id'), 'Purchase', 'verified', async () => (await import('./purchase-screen.tsx')).PurchaseScreen),
    screen(
      paths.circleStatement(':id'),
      'Statement',
      'verified',
      async () => (await import('#web/features/membership/statement-screen.tsx')).StatementScreen,
    ),
    screen(
      paths.yearStatement(':id', ':year'),
      'Statement of a year',
      'verified',
      async () => (await import('#web/features/statements/statement-screen.tsx')).YearStatementScreen,
    ),
    screen(
      paths.circleMotion(':id', ':motionId'),
      'Motion',
      'verified',
      async () => (await import('#web/features/deciding/motion-screen.tsx')).MotionScreen,
    ),
    screen(
      paths.circleDocument(':id', ':documentId'),
      'Document',
      'verified',
      async () => (await import('#web/features/documents/document-screen.tsx')).DocumentScreen,
    ),
    screen(
      paths.signDocument(':id', ':documentId'),
      'Sign',
      'verified',
      async () => (await import('#web/features/documents/sign-screen.tsx')).SignScreen,
    ),
    screen(
      paths.propertyPage(':id', ':propertyId'),
      'Property',
      'verified',
      async () => (await import('./property-screen.tsx')).PropertyScreen,
    ),
    screen(
      paths.newMotion(':id'),
      'New motion',
      'verified',
      async () => (await import('#web/features/deciding/new-motion-screen.tsx')).NewMotionScreen,
    ),
    screen(
      paths.pastCircle(':id'),
      'A circle you were part of',
      'verified',
      async () => (await import('#web/features/membership/past-circle-screen.tsx')).PastCircleScreen,
    ),
    screen(
      paths.pastRecord(':id'),
      'Record of decisions',
      'verified',
      async () => (await import('#web/features/deciding/past-record-screen.tsx')).PastRecordScreen,
    ),
    screen(
      paths.circleRecord(':id'),
      'Record of decisions',
      'verified',
      async () => (await import('#web/features/deciding/record-screen.tsx')).RecordScreen,
    ),
  ],
)

const broker = layout(
  async () => (await import('./layouts/broker-layout.tsx')).BrokerLayout,
  [
    screen(
      paths.brokerCircles,
      'Your Assigned Circles',
      'broker',
      async () => (await import('#web/features/brokers/broker-circles-screen.tsx')).BrokerCirclesScreen,
    ),
    screen(
      paths.brokerCircle(':id'),
      'Manage Circle',
      'broker',
      async () => (await import('./broker-circle-screen.tsx')).BrokerCircleScreen,
    ),
    screen(paths.brokerPurchase(':id'), 'Purchase', 'broker', async () => (await import('./purchase-screen.tsx')).BrokerPurchaseScreen),
    screen(
      paths.brokerPropertyPage(':id', ':propertyId'),
      'Property',
      'broker',
      async () => (await import('./property-screen.tsx')).BrokerPropertyScreen,
    ),
    screen(
      paths.brokerAddProperty(':id'),
      'Manage Property',
      'broker',
      async () => (await import('#web/features/properties/manage-property-screen.tsx')).ManagePropertyScreen,
    ),
  ],
)

const development: RouteObject[] = import.meta.env.DEV
  ? [screen(paths.devParts, 'Parts', 'public', async () => (await import('#web/dev/parts.tsx')).DevParts)]
  : []

/** All routes. The gate in the root frame guards every one of them. */
export const routes: RouteObject[] = [
  {
    element: <RootFrame />,
    errorElement: <LayoutFailure />,
    hydrateFallbackElement: <SpinnerPage />,
    children: [pictures, column, marketplace, open, application, own, broker, adminRoutes, ...development],
  },
]
