import { Navigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ScreenHandle } from './gates/gate.tsx'
import { layout, screen } from './screen-route.tsx'

export const adminRoutes = layout(
  async () => (await import('./layouts/admin-layout.tsx')).AdminLayout,
  [
    screen(paths.admin, 'Overview', 'admin', async () => (await import('#web/features/admin/overview-screen.tsx')).AdminOverviewScreen),
    screen(paths.adminUsers, 'User Management', 'admin', async () => (await import('#web/features/admin/users-screen.tsx')).UsersScreen),
    screen(
      paths.adminManageUser(':id'),
      'Manage User',
      'admin',
      async () => (await import('#web/features/admin/users-manage-screen.tsx')).ManageUserScreen,
    ),
    screen(
      paths.adminReviewUser(':id'),
      'Review User',
      'admin',
      async () => (await import('#web/features/verification/review-screen.tsx')).ReviewScreen,
    ),
    screen(
      paths.adminQueueEnd,
      'Users Awaiting Verification',
      'admin',
      async () => (await import('#web/features/verification/queue-end-screen.tsx')).QueueEndScreen,
    ),
    screen(
      paths.adminCircles,
      'Circle Management',
      'admin',
      async () => (await import('#web/features/admin/circles-screen.tsx')).AdminCirclesScreen,
    ),
    screen(
      paths.adminCircle(':id'),
      'Circle',
      'admin',
      async () => (await import('#web/features/admin/circle-screen.tsx')).AdminCircleScreen,
    ),
    screen(
      paths.adminManageCircle(':id'),
      'Manage Circle',
      'admin',
      async () => (await import('#web/features/admin/circle-form-screen.tsx')).ManageCircleScreen,
    ),
    screen(
      paths.adminManageProperty(':id'),
      'Manage Property',
      'admin',
      async () => (await import('./admin-property-screen.tsx')).AdminPropertyScreen,
    ),
    screen(
      paths.adminBrokers,
      'Broker Management',
      'admin',
      async () => (await import('#web/features/admin/brokers-screen.tsx')).BrokersScreen,
    ),
    screen(
      paths.adminNewBroker,
      'Add Broker',
      'admin',
      async () => (await import('#web/features/admin/brokers-new-screen.tsx')).NewBrokerScreen,
    ),
    ...[paths.adminReports, paths.adminReport(':id')].map((path) =>
      screen(path, 'Reports', 'admin', async () => (await import('#web/features/reports/reports-screen.tsx')).ReportsScreen),
    ),
    screen(
      paths.adminCrashReports,
      'Crash Reports',
      'admin',
      async () => (await import('#web/features/admin/crash-reports-screen.tsx')).CrashReportsScreen,
    ),
    screen(
      paths.adminCrashReport(':id'),
      'Crash Report',
      'admin',
      async () => (await import('#web/features/admin/crash-report-screen.tsx')).CrashReportScreen,
    ),
    screen(
      paths.adminAuditLog,
      'Audit Log',
      'admin',
      async () => (await import('#web/features/admin/audit-log-screen.tsx')).AuditLogScreen,
    ),
    screen(paths.adminMails, 'Mail Outbox', 'admin', async () => (await import('#web/features/admin/mails-screen.tsx')).MailOutboxScreen),
    {
      path: paths.adminCirclesOld,
      handle: { title: 'Circle Management', need: 'admin' } satisfies ScreenHandle,
      element: <Navigate to={paths.adminCircles} replace />,
    },
  ],
)
