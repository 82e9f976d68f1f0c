import { IconBan, IconCircleCheck, IconEye, IconEyeOff, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { longestToast, longToast, toast } from '#web/ui/feedback/toast.tsx'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { SubmitButton, type SubmitStatus } from '#web/ui/form/submit-button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Chip, ChipRow } from '#web/ui/layout/chip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './parts.module.css'
import { Section, Shown } from './parts-section.tsx'

const nothing = () => {}
const statuses: SubmitStatus[] = [null, 'pending', 'success', 'fail', 'invalid']

export function DevButtons() {
  const [asking, ask] = useState(false)
  const [places, setPlaces] = useState(['Denver', '25 miles'])
  const [types, setTypes] = useState(['multi'])
  return (
    <>
      <Section title="Buttons">
        <Card>
          <div className={`${styles.row} ${styles.start}`}>
            <ActionButton onClick={nothing}>Create Circle</ActionButton>
            <ActionButton leftSection={<IconPlus {...iconProps()} />} to={paths.devParts}>
              A link
            </ActionButton>
            <ActionButton variant="outline" onClick={nothing}>
              Cancel
            </ActionButton>
            <ActionButton variant="light" onClick={nothing}>
              Vote on Property
            </ActionButton>
            <ActionButton variant="subtle" onClick={nothing}>
              View All
            </ActionButton>
            <ActionButton color="red" onClick={() => ask(true)}>
              Confirm
            </ActionButton>
            <ActionButton color="red" variant="outline" leftSection={<IconTrash {...iconProps()} />} onClick={() => ask(true)}>
              Delete Circle
            </ActionButton>
            <ActionButton disabled onClick={nothing}>
              Next
            </ActionButton>
            <ActionButton size="lg" onClick={nothing}>
              Sign In
            </ActionButton>
            <IconAction label="View" icon={<IconEye {...iconProps(20)} />} onClick={nothing} />
            <BackButton onClick={nothing} />
          </div>
          <div className={`${styles.row} ${styles.five}`} style={{ display: 'grid' }}>
            {statuses.map((status) => (
              <Shown key={String(status)} as={String(status)}>
                <SubmitButton status={status} fullWidth />
              </Shown>
            ))}
          </div>
          <div className={`${styles.row} ${styles.start}`}>
            <SubmitButton status="pending" label="Set Password" pendingLabel="Setting Password..." />
            <SubmitButton status="fail" message="Login unsuccessful, please check your details and try again." />
          </div>
        </Card>
        <ConfirmDialog opened={asking} onConfirm={() => ask(false)} onCancel={() => ask(false)} />
      </Section>
      <Section title="Chips, badges, toasts">
        <Card>
          <ChipRow label="Filters">
            {places.map((place) => (
              <Chip key={place} removeLabel={`Remove ${place}`} onRemove={() => setPlaces(places.filter((other) => other !== place))}>
                {place}
              </Chip>
            ))}
            <ActionButton variant="subtle" onClick={() => setPlaces(['Denver', '25 miles'])}>
              Clear all
            </ActionButton>
          </ChipRow>
          <div style={{ height: 16 }} />
          <ChoicePills
            legend="Property types"
            choices={[
              { value: 'single', label: 'Single Family Home' },
              { value: 'multi', label: 'Multi-Family' },
              { value: 'land', label: 'Land' },
            ]}
            values={types}
            onChange={setTypes}
          />
          <div className={`${styles.row} ${styles.start}`} style={{ marginTop: 18 }}>
            <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(15)} />}>
              Member
            </Badge>
            <Badge>Fully Funded</Badge>
            <Badge kind="evergreen">Visible</Badge>
            <Badge icon={<IconEyeOff {...iconProps(15)} />}>Hidden</Badge>
            <Badge kind="clay">Your circle</Badge>
            <Badge kind="outline">Broker</Badge>
            <Badge kind="invest" icon={<IconCircleCheck {...iconProps(15)} />}>
              Ready to Invest
            </Badge>
            <Badge kind="watch" icon={<IconEye {...iconProps(15)} />}>
              Watch List
            </Badge>
            <Badge kind="veto" icon={<IconBan {...iconProps(15)} />}>
              Veto
            </Badge>
          </div>
          <div className={`${styles.row} ${styles.start}`}>
            <ActionButton variant="outline" onClick={() => toast.success('User verified')}>
              Toast
            </ActionButton>
            <ActionButton
              variant="outline"
              onClick={() =>
                toast.success('Broker created successfully. Welcome email has been sent', { duration: longToast, icon: 'mail' })
              }
            >
              Toast 5 s
            </ActionButton>
            <ActionButton
              variant="outline"
              onClick={() => toast.warning('Failed to send welcome email. Account has been created.', { duration: longestToast })}
            >
              Warning 10 s
            </ActionButton>
            <ActionButton variant="outline" onClick={() => toast.error('Failed to delete circle', { duration: longestToast })}>
              Error 10 s
            </ActionButton>
          </div>
        </Card>
      </Section>
    </>
  )
}
