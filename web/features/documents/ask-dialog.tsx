import { useState } from 'react'
import type { CircleDocument } from '#contract/documents.ts'
import { isolate } from '#domain/isolate.ts'
import { useDocumentActs } from '#web/shared/documents/documents.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { PeopleChoice } from './people-choice.tsx'

type AskDialogProps = { circleId: string; document: CircleDocument; onClose: () => void }

/** All holders, or some of them. Who was asked already is not asked again. */
export function AskDialog({ circleId, document, onClose }: AskDialogProps) {
  const acts = useDocumentActs(circleId, document._id)
  const { newest, holders } = document
  // As opened: a live update must not change whom the button names.
  const [asked] = useState(() => new Set(newest.request?.people.map(({ _id }) => _id)))
  const left = holders.filter(({ _id }) => !asked.has(_id))
  const form = useSubmitForm({
    initialValues: { whom: 'all', people: [] as string[] },
    check: ({ whom, people }) =>
      whom === 'some' && people.length === 0 ? [{ field: 'people', message: 'Please choose who is asked' }] : [],
    submit: ({ whom, people }) => acts.ask(newest._id, whom === 'some' ? people : undefined),
    onSuccess: () => {
      toast.success('They are told at once.')
      onClose()
    },
  })
  const { whom, people } = form.values
  const count = whom === 'all' ? left.length : people.length
  return (
    <Dialog opened onClose={onClose} title="Ask for signatures">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p className="sub">
          {isolate(document.title)}, version {newest.number}. While someone is asked, no new version can be added.
        </p>
        <ChoiceTiles
          legend="Who is asked"
          hideLegend
          columns={2}
          choices={[
            { value: 'all', label: 'All holders', detail: left.length === 1 ? '1 member' : `${left.length} members` },
            { value: 'some', label: 'Some', detail: 'choose who' },
          ]}
          value={whom}
          onChange={(value) => form.set({ whom: value })}
        />
        {whom === 'all' ? (
          <p className="small sub">Someone who takes over arcs later is asked too.</p>
        ) : (
          <PeopleChoice
            legend="Members"
            people={left}
            values={people}
            error={form.errorOf('people')}
            onChange={(chosen) => form.set({ people: chosen })}
          />
        )}
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton
            label={count === 1 ? 'Ask 1 member' : count > 1 ? `Ask ${count} members` : 'Ask'}
            status={form.status}
            message={form.message}
          />
        </div>
      </form>
    </Dialog>
  )
}
