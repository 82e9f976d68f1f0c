import { IconPlus } from '@tabler/icons-react'
import { paths } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { BrokersTable } from './users-list.tsx'

export function BrokersScreen() {
  return (
    <>
      <PageHeading
        actions={
          <ActionButton to={paths.adminNewBroker} leftSection={<IconPlus {...iconProps(18)} />}>
            Add Broker
          </ActionButton>
        }
      >
        Broker Management
      </PageHeading>
      <BrokersTable />
    </>
  )
}
