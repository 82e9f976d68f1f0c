import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CircleDocument } from '#contract/documents.ts'
import { paths } from '#contract/paths.ts'
import { documentTypes, longestNote, longestTitle, type Shelf, shelves } from '#domain/documents.ts'
import { displayNameOf, mostMegabytes, uploadLimits } from '#domain/files.ts'
import { currencySettings, currencyValue, formatCurrencyField, keepCurrencyCharacters } from '#domain/money.ts'
import { fullName } from '#domain/person.ts'
import { membersQuery } from '#web/api/circles.ts'
import { uploadFile, uploadRefusal } from '#web/api/files.ts'
import { useAddDocument, useDocumentActs } from '#web/shared/documents/documents.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { type SubmitForm, useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { PeopleChoice } from './people-choice.tsx'
import { signingOf } from './signing-state.ts'

/** What a new document and a new version have in common. */
type FileValues = {
  fileKey: string | null
  isAppraisal: boolean
  valueCents: number | undefined
  day: string | null
  isElsewhere: boolean
  signedElsewhere: string[]
}

const noFile: FileValues = {
  fileKey: null,
  isAppraisal: false,
  valueCents: undefined,
  day: null,
  isElsewhere: false,
  signedElsewhere: [],
}

const fileProblems = ({ fileKey, isAppraisal, valueCents, day, isElsewhere, signedElsewhere }: FileValues) => [
  ...(fileKey === null ? [{ field: 'fileKey', message: 'Please choose a file' }] : []),
  ...(isAppraisal && !valueCents ? [{ field: 'valueCents', message: 'Please give the value' }] : []),
  ...(isAppraisal && !day ? [{ field: 'day', message: 'Please give the day of the appraisal' }] : []),
  ...(isElsewhere && signedElsewhere.length === 0 ? [{ field: 'signedElsewhere', message: 'Please choose who signed it' }] : []),
]

const sentFile = ({ fileKey, isAppraisal, valueCents, day, isElsewhere, signedElsewhere }: FileValues) => ({
  fileKey: fileKey ?? '',
  ...(isAppraisal && { valueCents: valueCents ?? null, day }),
  ...(isElsewhere && { signedElsewhere }),
})

type FieldsProps<Values extends FileValues> = { form: SubmitForm<Values>; circleId: string; asksKind?: boolean }

function FileFields<Values extends FileValues>({ form, circleId, asksKind = false }: FieldsProps<Values>) {
  const { data: members = [] } = useQuery(membersQuery(circleId))
  const { values } = form
  const set = (change: Partial<FileValues>) => form.set(change as Partial<Values>)
  const field = <Name extends keyof FileValues & string>(name: Name) => form.field(name as keyof Values & string)
  const people = members.flatMap(({ user }) => (user?._id ? [{ _id: user._id, name: fullName(user) }] : []))
  return (
    <>
      <UploadField
        label="File"
        required
        description={`PDF, picture, text or office file, at most ${mostMegabytes} MB`}
        value={values.fileKey}
        onChange={(fileKey) => set({ fileKey })}
        error={form.errorOf('fileKey' as keyof Values & string)}
        upload={(file, onProgress) => uploadFile(file, onProgress)}
        preview={(key) => (
          <p>
            <bdi>{displayNameOf(key)}</bdi>
          </p>
        )}
        accept={documentTypes}
        maxBytes={uploadLimits.bytes}
        rejections={{ type: 'This type of file cannot be a document.', size: `Files may be at most ${mostMegabytes} MB.` }}
        refusalOf={uploadRefusal}
      />
      {asksKind && (
        <ToggleField
          label="It is an appraisal of the property"
          value={values.isAppraisal}
          onChange={(isAppraisal) => set({ isAppraisal })}
        />
      )}
      {values.isAppraisal && (
        <>
          <CurrencyField
            label="Value"
            required
            symbol={currencySettings.US.symbol}
            keep={keepCurrencyCharacters}
            parse={currencyValue}
            format={(amount) => formatCurrencyField(amount, 'US')}
            name="valueCents"
            value={values.valueCents === undefined ? undefined : values.valueCents / 100}
            onChange={(dollars) => set({ valueCents: dollars === undefined ? undefined : Math.round(dollars * 100) })}
            error={field('valueCents').error}
          />
          <DateField
            label="Day of the appraisal"
            required
            name="day"
            value={values.day}
            onChange={(day) => set({ day })}
            error={field('day').error}
          />
        </>
      )}
      <ToggleField
        label="Signed on paper elsewhere"
        description="It counts with each person’s own word only, which they are asked for."
        value={values.isElsewhere}
        onChange={(isElsewhere) => set({ isElsewhere })}
      />
      {values.isElsewhere && (
        <PeopleChoice
          legend="Who signed it"
          people={people}
          values={values.signedElsewhere}
          error={field('signedElsewhere').error}
          onChange={(signedElsewhere) => set({ signedElsewhere })}
        />
      )}
    </>
  )
}

type AddDocumentProps = { circleId: string; shelf: Shelf; userId: string; onClose: () => void }

export function AddDocumentDialog({ circleId, shelf, onClose }: AddDocumentProps) {
  const add = useAddDocument(circleId)
  const navigate = useNavigate()
  const form = useSubmitForm({
    initialValues: { ...noFile, title: '', shelf, isShared: false },
    check: (values) => [
      ...(values.title.trim() === '' ? [{ field: 'title', message: 'Please give the document a title' }] : []),
      ...fileProblems(values),
    ],
    submit: (values) =>
      add({
        ...sentFile(values),
        title: values.title,
        shelf: values.shelf,
        isAppraisal: values.isAppraisal,
        isShared: values.isShared,
      }),
    onSuccess: (document) => {
      toast.success('The document was added.')
      onClose()
      return navigate(paths.circleDocument(circleId, document._id))
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Add a document">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <TextField label="Title" required maxLength={longestTitle} autoComplete="off" {...form.field('title')} />
        <SelectField
          label="Shelf"
          required
          nullText={null}
          options={shelves}
          {...form.field('shelf')}
          onChange={(value) => form.set({ shelf: value as Shelf })}
        />
        <FileFields form={form} circleId={circleId} asksKind />
        <ToggleField label="Share with the circle’s brokers" value={form.values.isShared} onChange={(isShared) => form.set({ isShared })} />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Add document" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}

type AddVersionProps = { circleId: string; document: CircleDocument; onClose: () => void }

export function AddVersionDialog({ circleId, document, onClose }: AddVersionProps) {
  const { addVersion } = useDocumentActs(circleId, document._id)
  const { number } = document.newest
  const form = useSubmitForm({
    initialValues: { ...noFile, isAppraisal: document.isAppraisal, note: '' },
    check: (values) => [
      ...fileProblems(values),
      ...(values.note.trim() === '' ? [{ field: 'note', message: 'Please say what changed' }] : []),
    ],
    submit: (values) => addVersion({ ...sentFile(values), note: values.note }),
    onSuccess: () => {
      toast.success(`Version ${number + 1} was added.`)
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Add a version">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        {signingOf(document.newest).is === 'signed' && (
          <IconNote icon={<IconAlertTriangle {...iconProps(18)} />}>
            Version {number} is signed and stays as it is. The new file becomes version {number + 1}, without its signatures.
          </IconNote>
        )}
        <FileFields form={form} circleId={circleId} />
        <TextField label="What changed" required maxLength={longestNote} autoComplete="off" {...form.field('note')} />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Add version" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
