import { IconUser, IconUsers } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Circle, circleReply } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { type BrokerAssignment, brokerTeam, exclusiveBroker } from '#domain/membership.ts'
import { isVersionConflict } from '#web/api/api-error.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { MultiSelectField } from '#web/ui/fields/multi-select-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { useReloadChoice } from '#web/ui/form/reload-choice.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { adminCircleQuery, brokerOptionsQuery } from './circle.queries.ts'
import styles from './circle-detail.module.css'

type Kind = 'exclusive' | 'multiple'

/** An unsaved choice, and the version of the circle it is based on. */
type Draft = { readonly kind: Kind; readonly one: string | null; readonly team: readonly string[]; readonly basedOn: string }

const draftOf = (circle: Circle): Draft => ({
  kind: circle.exclusiveAssignedBroker || circle.assignedBrokers.length === 0 ? 'exclusive' : 'multiple',
  one: circle.exclusiveAssignedBroker?._id ?? null,
  team: circle.assignedBrokers.flatMap((broker) => (broker._id ? [broker._id] : [])),
  basedOn: circle.updatedAt,
})

/** A dedicated broker and a team exclude each other. */
const assignmentOf = ({ kind, one, team }: Draft): BrokerAssignment =>
  kind === 'multiple' ? brokerTeam(team) : one ? exclusiveBroker(one) : brokerTeam([])

export function CircleBrokersTab({ circle }: { circle: Circle }) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const { data: brokers } = useSuspenseQuery(brokerOptionsQuery)
  const [changed, setChanged] = useState<Draft | null>(null)
  const draft = changed ?? draftOf(circle)
  const change = (part: Partial<Draft>) => setChanged({ ...draft, ...part })
  const reload = useReloadChoice(isVersionConflict, () => {
    setChanged(null)
    void cache.invalidate(acts.circleRefused(circle._id))
  })
  const save = useMutation({
    mutationFn: () =>
      reload.watch(
        api.put<typeof circleReply>(
          `admin/circle/${circle._id}`,
          { _id: circle._id, ...assignmentOf(draft), updatedAt: draft.basedOn },
          {
            quiet: true,
          },
        ),
      ),
    onSuccess: (saved) => {
      queryClient.setQueryData(adminCircleQuery(circle._id).queryKey, saved)
      void cache.invalidate(acts.brokersAssigned(circle._id))
      setChanged(null)
      toast.success('Broker assignment saved')
    },
    // A failure is only logged; the choice stays and can be saved again.
    onError: (error) => console.error(error),
  })
  return (
    <Card className={styles.brokers}>
      <h2>Broker Assignment</h2>
      <ChoiceTiles
        legend="Who serves this circle"
        hideLegend
        layout="rows"
        choices={[
          { value: 'exclusive', label: 'Exclusive Broker', detail: 'One dedicated broker', icon: <IconUser {...iconProps(20)} /> },
          { value: 'multiple', label: 'Multiple Brokers', detail: 'A team of brokers', icon: <IconUsers {...iconProps(20)} /> },
        ]}
        value={draft.kind}
        onChange={(kind) => change({ kind: kind as Kind })}
      />
      {draft.kind === 'exclusive' ? (
        <SelectField
          label="Broker"
          options={brokers}
          nullText="No broker"
          value={draft.one ?? nullValue}
          onChange={(value) => change({ one: value === nullValue ? null : value })}
        />
      ) : (
        <MultiSelectField
          label="Brokers"
          placeholder={draft.team.length === 0 ? 'Select...' : ''}
          options={brokers}
          values={draft.team}
          onChange={(team) => change({ team })}
        />
      )}
      {brokers.length === 0 && <p className="small sub">There are no brokers yet. Add one under Brokers first.</p>}
      <div className={styles.brokersActions}>
        <ActionButton onClick={() => save.mutate()} loading={save.isPending} disabled={changed === null}>
          Save Assignment
        </ActionButton>
        {changed && (
          <ActionButton variant="subtle" onClick={() => setChanged(null)} disabled={save.isPending}>
            Cancel
          </ActionButton>
        )}
        {brokers.length === 0 && (
          <ActionButton variant="outline" to={paths.adminNewBroker}>
            Add Broker
          </ActionButton>
        )}
      </div>
      {reload.dialog}
    </Card>
  )
}
