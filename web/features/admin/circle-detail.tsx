import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Circle, circleReply } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { formatDollars } from '#domain/money.ts'
import { isTyped } from '#domain/typed-words.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { backToList } from '#web/shared/lists/last-list.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { TypedConfirmDialog } from '#web/ui/form/typed-confirm-dialog.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CircleBrokersTab } from './circle-brokers-tab.tsx'
import { CircleCriteriaTab } from './circle-criteria-tab.tsx'
import styles from './circle-detail.module.css'
import { CircleMembersTab } from './circle-members-tab.tsx'
import { CircleOverviewTab } from './circle-overview-tab.tsx'
import { CirclePropertiesTab } from './circle-properties-tab.tsx'
import { VisibilityBadge } from './circle-visibility.tsx'

type Tab = { readonly value: string; readonly text: string; readonly show: (circle: Circle) => ReactNode }

const tabs: readonly Tab[] = [
  { value: 'overview', text: 'Overview', show: (circle) => <CircleOverviewTab circle={circle} /> },
  { value: 'members', text: 'Members', show: (circle) => <CircleMembersTab circle={circle} /> },
  { value: 'criteria', text: 'Investment Criteria', show: (circle) => <CircleCriteriaTab circle={circle} /> },
  { value: 'properties', text: 'Properties', show: (circle) => <CirclePropertiesTab circle={circle} /> },
  { value: 'brokers', text: 'Broker Assignment', show: (circle) => <CircleBrokersTab circle={circle} /> },
]

export function CircleDetail({ circle }: { circle: Circle }) {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('tab')
  const tab = tabs.some(({ value }) => value === asked) ? asked : 'overview'
  const open = (value: string | null) =>
    setQuery(value === null || value === 'overview' ? {} : { tab: value }, { replace: true, preventScrollReset: true })
  // On phones the selected tab may be outside the visible part of the tab row.
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tab) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <>
      <BackButton label="Back to Circles" {...backToList('managedCircles', paths.adminCirclesOld)} />
      <PageHeading
        aside={<VisibilityBadge circle={circle} />}
        actions={
          <>
            <HideCircle circle={circle} />
            <ActionButton variant="outline" to={paths.adminManageCircle(circle._id)} leftSection={<IconPencil {...iconProps(18)} />}>
              Edit Circle
            </ActionButton>
            <DeleteCircle circle={circle} />
          </>
        }
      >
        {circle.title}
      </PageHeading>
      <Tabs value={tab} onChange={open} keepMounted={false} className={styles.tabs}>
        <Tabs.List ref={list}>
          {tabs.map(({ value, text }) => (
            <Tabs.Tab key={value} value={value}>
              {text}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, show }) => (
          <Tabs.Panel key={value} value={value}>
            <Suspense fallback={<PageSkeleton />}>{show(circle)}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** Hiding takes the circle out of every list, so it asks; showing is harmless. An ended circle stays hidden. */
function HideCircle({ circle }: { circle: Circle }) {
  const cache = useCache()
  const [isAsking, ask] = useState(false)
  const change = useMutation({
    mutationFn: (hideCircle: boolean) =>
      api.put<typeof circleReply>(`admin/circle/${circle._id}`, { hideCircle, updatedAt: circle.updatedAt }, { quiet: true }),
    onSuccess: ({ hideCircle }) => void toast.success(hideCircle ? 'Circle hidden' : 'Circle shown'),
    onError: toastFailure,
    onSettled: async () => {
      await cache.invalidate(acts.circleEdited(circle._id))
      ask(false)
    },
  })
  if (circle.stage === 'ended') return null
  if (circle.hideCircle)
    return (
      <ActionButton
        variant="outline"
        leftSection={<IconEye {...iconProps(18)} />}
        loading={change.isPending}
        onClick={() => change.mutate(false)}
      >
        Show Circle
      </ActionButton>
    )
  return (
    <>
      <ActionButton variant="outline" leftSection={<IconEyeOff {...iconProps(18)} />} onClick={() => ask(true)}>
        Hide Circle
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        title={`Hide ${isolate(circle.title)}?`}
        consequence="It leaves every list and map. Only its members and brokers, administrators and invited people see it until it is shown again."
        warning={null}
        confirmLabel="Hide"
        pending={change.isPending}
        onCancel={() => ask(false)}
        onConfirm={() => change.mutate(true)}
      />
    </>
  )
}

function DeleteCircle({ circle: { _id: circleId, title, currentInvestmentAmount } }: { circle: Circle }) {
  const cache = useCache()
  const navigate = useNavigate()
  const [isAsking, ask] = useState(false)
  const remove = useMutation({
    mutationFn: (typed: string | null) =>
      api.delete(`admin/circle-delete/${circleId}`, { quiet: true }, typed === null ? undefined : { title: typed }),
    onSuccess: async () => {
      const { to, state } = backToList('managedCircles', paths.adminCircles)
      await navigate(to, { state })
      await cache.invalidate(acts.circleDeleted(circleId))
    },
    onError: (error) => {
      ask(false)
      toastFailure(error)
    },
  })
  return (
    <>
      <ActionButton variant="outline" color="red" leftSection={<IconTrash {...iconProps(18)} />} onClick={() => ask(true)}>
        Delete Circle
      </ActionButton>
      {currentInvestmentAmount > 0 ? (
        <TypedConfirmDialog
          opened={isAsking}
          pending={remove.isPending}
          consequence={`${title} is deleted: what its members have committed, ${formatDollars(currentInvestmentAmount)}, ends, and they are told by mail.`}
          isTyped={(typed) => isTyped(typed, title)}
          label="Type the title of the circle"
          onConfirm={(typed) => remove.mutate(typed)}
          onCancel={() => ask(false)}
        />
      ) : (
        <ConfirmDialog
          opened={isAsking}
          pending={remove.isPending}
          consequence={`${title} is deleted. Nothing is committed to it.`}
          onConfirm={() => remove.mutate(null)}
          onCancel={() => ask(false)}
        />
      )}
    </>
  )
}
