import { paths, withInvite } from '#contract/paths.ts'
import type { DemoRole } from '#demo/logins.ts'
import { smallPicture } from '../pictures.ts'
import { walkToReview } from '../wizard.ts'
import { buyingCircle, type DemoData, fullCircle, ownCircle, owningCircle, sharedCircle } from './layout-demo-data.ts'
import { asked, click, dialog, next, type Opening, pressed, tab, userMenu, withoutLine } from './layout-openings.ts'

export type Visit = {
  /** The path's name in the route table. */
  readonly route: keyof typeof paths | '*'
  readonly address: (demoData: DemoData) => string
  readonly openings?: readonly Opening[]
}

const visitor: readonly Visit[] = [
  { route: 'login', address: () => paths.login, openings: [pressed('errors', 'Sign In')] },
  { route: 'register', address: () => paths.register, openings: [pressed('errors', 'Register')] },
  { route: 'requestReset', address: () => paths.requestReset },
  { route: 'resetPassword', address: () => `${paths.resetPassword}?token=x&id=y` },
  { route: 'setPassword', address: () => `${paths.setPassword}?token=x&id=y`, openings: [pressed('errors', 'Set Password')] },
  { route: 'confirmEmail', address: () => `${paths.confirmEmail}?token=x&id=y` },
  { route: 'unsubscribe', address: ({ unsubscribe }) => unsubscribe },
  { route: 'unsubscribe', address: () => `${paths.unsubscribe}?token=x` },
  { route: 'onboarding', address: () => paths.onboarding },
  { route: 'terms', address: () => paths.terms },
  { route: 'helpPage', address: () => paths.help },
  ...['finding-and-joining', 'voting-and-motions', 'operators', 'no-such-page'].map(
    (page): Visit => ({ route: 'helpPage', address: () => paths.helpPage(page) }),
  ),
  { route: 'forbidden', address: () => paths.forbidden },
  { route: 'devCrash', address: () => paths.devCrash },
  { route: '*', address: () => '/no-such-page' },
  { route: 'findCircles', address: () => paths.findCircles, openings: [pressed('filters', 'Advanced filters')] },
  { route: 'findCircles', address: () => '/?lat=39.7392&lng=-104.9847&city=Denver%2C+CO&radius=25&propertyTypes=multi_family&pageSize=9' },
  { route: 'findCircles', address: () => '/?q=Zzyzx' },
  {
    route: 'findCircles',
    address: () => '/?minArcPrice=10000&maxArcPrice=900000&hasFreeArcs=true&sort=arcPrice',
    openings: asked('save search', /^Tell me about new circles/, 'Close'),
  },
  { route: 'findCirclesLong', address: () => `${paths.findCirclesLong}?page=3` },
  { route: 'mapView', address: () => paths.mapView },
  {
    route: 'mapView',
    address: () => `${paths.mapView}?lat=39.7392&lng=-104.9847&city=Denver%2C+CO&radius=15&q=Prospect+Row`,
    openings: [pressed('popup', 'Show Prospect Row on the map', dialog)],
  },
  { route: 'circlePublic', address: ({ circle }) => paths.circlePublic(circle('Clear Creek Lofts')) },
  { route: 'circlePublic', address: ({ circle }) => paths.circlePublic(circle('Maple and Ninth')) },
  { route: 'circlePublic', address: ({ circle }) => paths.circlePublic(circle('Lakeview Portfolio')) },
  { route: 'circlePublic', address: () => paths.circlePublic('no-such-id') },
  { route: 'circlePublic', address: ({ circle, invite }) => withInvite(paths.circlePublic(circle(ownCircle)), invite) },
  { route: 'circlePublic', address: ({ circle }) => withInvite(paths.circlePublic(circle(ownCircle)), 'ended') },
  { route: 'circlePublic', address: () => withInvite(paths.circlePublic('no-such-id'), 'ended') },
]

const newcomer: readonly Visit[] = [
  { route: 'onboarding', address: () => paths.onboarding, openings: [pressed('preferences', "Let's Get Started")] },
]

const pending: readonly Visit[] = [
  {
    route: 'userVerification',
    address: () => paths.userVerification,
    openings: [
      {
        name: 'uploads',
        open: async (page) => {
          const file = (name: string, mimeType: string) => ({ name, mimeType, buffer: smallPicture() })
          await page
            .getByLabel('Documents', { exact: true })
            .setInputFiles([file('Driver’s licence, front.png', 'image/png'), file('Statement.heic', 'image/heic')])
          await page.getByText('not sent yet').waitFor()
          await page.getByLabel('Phone, for a call').fill('555')
          await click(page, 'button', 'Send to our team')
        },
      },
      userMenu,
    ],
  },
  { route: 'findCircles', address: () => paths.findCircles },
  // Its owner shows who they are, and this person has asked.
  { route: 'circlePublic', address: ({ circle }) => paths.circlePublic(circle('Clear Creek Lofts')) },
]

/** From the menu of a step of the purchase. */
const stepDialog = (name: string, act: string): readonly Opening[] => [
  {
    name,
    part: dialog,
    open: async (page) => {
      await click(page, 'button', 'Menu of Insurance')
      await page.getByRole('menuitem', { name: act }).click()
    },
  },
  ...asked(name, act).slice(1),
]

const member: readonly Visit[] = [
  {
    route: 'dashboard',
    address: () => paths.dashboard,
    openings: [...asked('calendar', 'Add to my calendar', 'Close'), ...withoutLine, pressed('notices', /^Notices/, dialog)],
  },
  { route: 'findCircles', address: () => paths.findCircles, openings: [userMenu] },
  {
    route: 'findCircles',
    address: () => '/?minArcPrice=10000&maxArcPrice=900000&hasFreeArcs=true&sort=arcPrice',
    openings: asked('save search', /^Tell me about new circles/),
  },
  { route: 'mapView', address: () => `${paths.mapView}?lat=39.7392&lng=-104.9847&city=Denver%2C+CO&radius=15` },
  { route: 'circlePublic', address: ({ circle }) => paths.circlePublic(circle('Foundry Works')) },
  { route: 'circlePublic', address: ({ circle }) => paths.circlePublic(circle('Maple and Ninth')) },
  { route: 'circlePublic', address: ({ circle }) => paths.circlePublic(circle(ownCircle)), openings: asked('answer', 'Answer', 'Close') },
  {
    route: 'createCircle',
    address: () => paths.createCircle,
    openings: [{ name: 'review', open: (page) => walkToReview(page, 'Half and half') }],
  },
  {
    route: 'joinCircle',
    address: ({ circle }) => paths.joinCircle(circle('Foundry Works')),
    openings: [next('choose'), next('confirm')],
  },
  { route: 'addProperty', address: ({ circle }) => paths.addProperty(circle(sharedCircle)), openings: [pressed('errors', 'Submit')] },
  { route: 'compare', address: ({ circle }) => paths.compare(circle(sharedCircle)) },
  {
    route: 'profile',
    address: () => paths.profile,
    openings: [
      ...asked('change email', 'Change e-mail', 'Close'),
      ...asked('change password', 'Change password', 'Close'),
      ...asked('delete account', 'Delete my account', 'Close'),
    ],
  },
  {
    route: 'circle',
    address: ({ circle }) => paths.circle(circle(sharedCircle)),
    openings: [
      tab('Financials'),
      tab('Members'),
      ...asked('leave', 'Leave Circle'),
      tab('Vote on Properties'),
      ...asked('vote', /^(Vote on Property|Change Vote)/),
      ...asked('charter', 'Read the charter', 'Close'),
      pressed('property panel', /^Reasons and discussion/, dialog),
    ],
  },
  {
    route: 'circle',
    address: ({ circle }) => paths.circle(circle(fullCircle)),
    openings: [tab('Vote on Properties'), tab('Motions'), tab('Members')],
  },
  {
    route: 'propertyPage',
    address: ({ circle, property }) => paths.propertyPage(circle(sharedCircle), property),
    openings: [
      ...asked('vote', /^(Vote on Property|Change Vote)/),
      { name: 'larger picture', part: dialog, open: (page) => click(page, 'button', /^Enlarge picture 1/) },
    ],
  },
  {
    route: 'propertyPage',
    address: ({ circle, decidedProperty }) => paths.propertyPage(circle(fullCircle), decidedProperty),
  },
  {
    route: 'circleMotion',
    address: ({ circle, motion }) => paths.circleMotion(circle(fullCircle), motion),
    openings: [
      { name: 'a vote', open: (page) => click(page, 'radio', 'Yes') },
      ...asked('withdraw', 'Withdraw'),
      ...asked('conflict', 'I profit from this'),
    ],
  },
  {
    route: 'newMotion',
    address: ({ circle }) => paths.newMotion(circle(fullCircle)),
    openings: [
      ...['Spend', 'Treasurer', 'Reserve', 'Rules'].map((kind): Opening => ({ name: kind, open: (page) => click(page, 'radio', kind) })),
      pressed('errors', 'Make motion'),
    ],
  },
  {
    route: 'circleConversation',
    address: ({ circle }) => paths.circleConversation(circle(sharedCircle)),
    openings: [
      { name: 'menu of a post', part: '[role=menu]', open: (page) => click(page, 'button', /^More about this post/) },
      {
        name: 'people to mention',
        open: async (page) => {
          await page.keyboard.press('Escape')
          await page.getByLabel('Write to the circle').fill('And the keys: @')
          await page.getByRole('listbox', { name: 'People' }).waitFor()
        },
      },
      { name: 'nobody to mention', open: (page) => page.getByLabel('Write to the circle').fill('And the keys: @Zzyzx') },
    ],
  },
  { route: 'circle', address: ({ circle }) => paths.circle(circle(buyingCircle)), openings: [tab('Documents')] },
  { route: 'startBuying', address: ({ circle }) => paths.startBuying(circle(buyingCircle)) },
  { route: 'startBuying', address: ({ circle }) => paths.startBuying(circle(fullCircle)) },
  {
    route: 'circlePurchase',
    address: ({ circle }) => paths.circlePurchase(circle(buyingCircle)),
    openings: [
      ...stepDialog('change step', 'Change'),
      ...stepDialog('skip step', 'Skip'),
      ...asked('add step', 'Add a step'),
      ...asked('call', 'Call for money'),
      ...asked('payment', 'Record a payment'),
    ],
  },
  { route: 'circlePurchase', address: ({ circle }) => paths.circlePurchase(circle(fullCircle)) },
  { route: 'circleCall', address: ({ circle, purchase }) => paths.circleCall(circle(buyingCircle), purchase.call) },
  { route: 'circle', address: ({ circle }) => paths.circleBook(circle(buyingCircle)), openings: asked('book a cost', 'Book a cost') },
  { route: 'circle', address: ({ circle }) => paths.circle(circle(owningCircle)) },
  { route: 'circle', address: ({ circle }) => paths.circleBook(circle(owningCircle)), openings: [pressed('as a table', 'As a table')] },
  { route: 'circleBookImport', address: ({ circle }) => paths.circleBookImport(circle(owningCircle)) },
  { route: 'circleBookMatch', address: ({ circle }) => paths.circleBookMatch(circle(owningCircle)) },
  { route: 'circleBookMonth', address: ({ circle, owning }) => paths.circleBookMonth(circle(owningCircle), owning.month) },
  { route: 'circleBookEntry', address: ({ circle, owning }) => paths.circleBookEntry(circle(owningCircle), owning.entry) },
  { route: 'circleDocument', address: ({ circle, purchase }) => paths.circleDocument(circle(buyingCircle), purchase.document) },
  { route: 'signDocument', address: ({ circle, purchase }) => paths.signDocument(circle(buyingCircle), purchase.document) },
  { route: 'circleDistributions', address: ({ circle }) => paths.circleDistributions(circle(owningCircle)) },
  { route: 'circleDistribution', address: ({ circle, owning }) => paths.circleDistribution(circle(owningCircle), owning.distribution) },
  { route: 'circleSale', address: ({ circle }) => paths.circleSale(circle(owningCircle)) },
  { route: 'circleOffers', address: ({ circle }) => paths.circleOffers(circle(fullCircle)) },
  { route: 'circleOffer', address: ({ circle, owning }) => paths.circleOffer(circle(owningCircle), owning.offer) },
  { route: 'yearStatement', address: ({ circle }) => paths.yearStatement(circle(owningCircle), 'latest') },
  { route: 'circleStatement', address: ({ circle }) => paths.circleStatement(circle(sharedCircle)) },
  { route: 'circleRecord', address: ({ circle }) => paths.circleRecord(circle(sharedCircle)) },
  { route: 'pastCircle', address: ({ pastCircle }) => paths.pastCircle(pastCircle) },
  { route: 'pastRecord', address: ({ pastCircle }) => paths.pastRecord(pastCircle) },
  { route: 'helpPage', address: () => paths.helpPage('creating-and-inviting') },
  { route: 'devCrash', address: () => paths.devCrash },
]

const owner: readonly Visit[] = [
  {
    route: 'circle',
    address: ({ circle }) => paths.circle(circle(ownCircle)),
    openings: [
      ...asked('invite people', 'Invite more', 'Close'),
      pressed('menu of the circle', 'Menu of this circle', '[role=menu]'),
      { name: 'after the menu', open: (page) => page.keyboard.press('Escape') },
      tab('Members'),
      ...asked('invite by e-mail', 'Invite by e-mail', 'Close'),
      ...asked('withdraw', /^Withdraw /),
      {
        name: 'hand over',
        part: dialog,
        open: async (page) => {
          await page.getByRole('combobox', { name: 'New owner' }).click()
          await page.getByRole('option').nth(1).click()
          await click(page, 'button', 'Hand over')
        },
      },
    ],
  },
  {
    route: 'circle',
    address: ({ circle }) => `${paths.circle(circle(ownCircle))}?property=true`,
    openings: [pressed('property panel', /^Reasons and discussion/, dialog)],
  },
  {
    route: 'createCircle',
    address: ({ circle }) => paths.changeCircle(circle(ownCircle)),
    openings: [next('location'), next('property'), next('financial'), next('review')],
  },
]

const broker: readonly Visit[] = [
  { route: 'helpPage', address: () => paths.helpPage('brokers') },
  { route: 'brokerCircles', address: () => paths.brokerCircles, openings: [userMenu] },
  {
    route: 'brokerCircles',
    address: () => paths.brokerCircles,
    openings: [pressed('ended circles', /^Ended/), pressed('add property', 'Add Property', dialog)],
  },
  { route: 'brokerCircles', address: () => `${paths.brokerCircles}?search=Zzyzx` },
  {
    route: 'brokerCircle',
    address: ({ circle }) => paths.brokerCircle(circle(sharedCircle)),
    openings: [tab('Members'), tab('Properties'), pressed('property panel', /^Discussion/, dialog)],
  },
  { route: 'circleConversation', address: ({ circle }) => paths.circleConversation(circle(sharedCircle)) },
  {
    route: 'brokerPropertyPage',
    address: ({ circle, property }) => paths.brokerPropertyPage(circle(sharedCircle), property),
    openings: [pressed('closing date', /the end of voting$/)],
  },
  { route: 'brokerPurchase', address: ({ circle }) => paths.brokerPurchase(circle(buyingCircle)) },
  {
    route: 'brokerAddProperty',
    address: ({ circle, property }) => paths.brokerEditProperty(circle(sharedCircle), property),
  },
  {
    route: 'brokerAddProperty',
    address: ({ circle }) => paths.brokerAddProperty(circle(sharedCircle)),
    openings: [pressed('errors', 'Submit')],
  },
]

const admin: readonly Visit[] = [
  { route: 'admin', address: () => paths.admin, openings: [userMenu] },
  { route: 'adminUsers', address: () => paths.adminUsers, openings: [pressed('delete', /^Delete /, dialog)] },
  { route: 'adminUsers', address: () => `${paths.adminUsers}?search=Zzyzx` },
  {
    route: 'adminManageUser',
    address: ({ pending }) => paths.adminManageUser(pending),
    openings: [pressed('suspend', 'Suspend User', dialog)],
  },
  {
    route: 'adminManageUser',
    address: ({ investor }) => paths.adminManageUser(investor),
    openings: [tab('Circles'), tab('Audit'), tab('Sessions'), ...asked('end all', 'End all')],
  },
  {
    route: 'adminReviewUser',
    address: ({ pending }) => paths.adminReviewUser(pending),
    openings: [
      {
        name: 'question',
        open: async (page) => {
          await click(page, 'radio', /^Ask for more/)
          await page.getByText('Address page').click()
        },
      },
      {
        name: 'decline',
        part: dialog,
        open: async (page) => {
          await click(page, 'radio', /^Decline/)
          await page.getByLabel('Why do you decline?').fill('We could not reach you under this number.')
          await click(page, 'button', 'Decline, with your reason')
        },
      },
    ],
  },
  {
    route: 'adminReviewUser',
    address: ({ pending }) => paths.adminQueue(pending),
    openings: [pressed('verify', 'Verify User', dialog)],
  },
  { route: 'adminQueueEnd', address: () => paths.adminQueueEnd },
  { route: 'adminCircles', address: () => paths.adminCircles },
  {
    route: 'adminCircle',
    address: ({ circle }) => paths.adminCircle(circle(sharedCircle)),
    openings: [
      ...['Investment Criteria', 'Properties', 'Broker Assignment', 'Members'].map(tab),
      ...asked('remove member', /^Remove member/),
      pressed('delete', 'Delete Circle', dialog),
    ],
  },
  { route: 'adminManageCircle', address: ({ circle }) => paths.adminManageCircle(circle(sharedCircle)) },
  { route: 'adminManageCircle', address: () => paths.adminManageCircle('new'), openings: [pressed('errors', 'Submit')] },
  {
    route: 'adminManageProperty',
    address: ({ property }) => paths.adminManageProperty(property),
    openings: [pressed('delete', 'Delete Property', dialog)],
  },
  { route: 'adminBrokers', address: () => paths.adminBrokers },
  { route: 'adminNewBroker', address: () => paths.adminNewBroker, openings: [pressed('errors', 'Submit')] },
  { route: 'adminReports', address: () => paths.adminReports },
  { route: 'adminReports', address: () => `${paths.adminReports}?state=decided` },
  {
    route: 'adminReport',
    address: ({ report }) => paths.adminReport(report),
    openings: [{ name: 'suspend', open: (page) => click(page, 'radio', /^Suspend with a reason/) }],
  },
  { route: 'adminCrashReports', address: () => paths.adminCrashReports },
  { route: 'adminCrashReport', address: ({ crashReport }) => paths.adminCrashReport(crashReport) },
  { route: 'adminAuditLog', address: () => paths.adminAuditLog },
  { route: 'adminMails', address: () => paths.adminMails },
]

/** Every role, the demo person who has it, and its screens. */
export const visits: readonly { readonly who: string; readonly role?: DemoRole; readonly screens: readonly Visit[] }[] = [
  { who: 'a visitor', screens: visitor },
  { who: 'a newcomer', role: 'newcomer', screens: newcomer },
  { who: 'someone who waits for verification', role: 'pending', screens: pending },
  { who: 'a member', role: 'investor', screens: member },
  { who: 'an owner', role: 'investor', screens: owner },
  { who: 'a broker', role: 'broker', screens: broker },
  { who: 'an administrator', role: 'admin', screens: admin },
]
