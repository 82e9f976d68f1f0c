import { IconPlus } from '@tabler/icons-react'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { iconProps } from '#web/ui/icon-props.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
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
