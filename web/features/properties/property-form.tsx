import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import type { Property, propertyList, propertyReply } from '#contract/properties.ts'
import { type ListingStatus, labelOf, listingStatuses } from '#domain/choices.ts'
import { displayNameOf } from '#domain/files.ts'
import { isolate } from '#domain/isolate.ts'
import { completeLink, listingMoves } from '#domain/listing.ts'
import { currencySettings, currencyValue, formatCurrencyField, keepCurrencyCharacters } from '#domain/money.ts'
import { closingProblem, durationWords } from '#domain/notice-period.ts'
import { factNames, fieldLabelOf, ofEachFact, type PropertyFact } from '#domain/property-facts.ts'
import { propertyLengths, propertyProblems } from '#domain/property-form.ts'
import { isVersionConflict } from '#web/api/api-error.ts'
import { ApiError, api } from '#web/api/client.ts'
import { DraftNote, useFormDraft, useSaveDraft } from '#web/shared/draft/use-form-draft.tsx'
import { DateTimeField } from '#web/shared/time/date-time-field.tsx'
import { useNoticeSeconds } from '#web/shared/time/notice-seconds.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { UploadedFile } from '#web/ui/fields/use-upload-list.ts'
import { useReloadChoice } from '#web/ui/form/reload-choice.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useNavigateFromHere } from '#web/ui/form/use-navigate-from-here.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { ForCircle } from './for-circle.tsx'
import { LockNote } from './lock-note.tsx'
import styles from './properties.module.css'
import { PropertyPicturesField, usePictureUploads } from './property-pictures-field.tsx'

const BringDialog = lazy(async () => ({ default: (await import('./bring-dialog.tsx')).BringDialog }))

type Values = { [Fact in PropertyFact]: number | undefined } & {
  address: string
  city: string
  state: string
  zipCode: string
  url: string
  price: number | undefined
  listingStatus: ListingStatus
  pictures: UploadedFile[]
  closesAt: string | null
  /** To which circles it is brought, if to several. */
  circles: string[]
}

const valuesOf = (property: Property | undefined, circleId: string): Values => ({
  address: property?.address ?? '',
  city: property?.city ?? '',
  state: property?.state ?? '',
  zipCode: property?.zipCode ?? '',
  url: property?.url ?? '',
  price: property?.price,
  listingStatus: property?.listingStatus ?? 'available',
  ...ofEachFact((name) => property?.[name] ?? undefined),
  pictures: (property?.pictures ?? []).map(({ imageUri }) => ({ key: imageUri, name: displayNameOf(imageUri), size: 0 })),
  closesAt: property?.deciding?.closesAt ?? null,
  circles: [circleId],
})

function problemsOf(values: Values, given: string | null, noticeSeconds: number) {
  const closing =
    values.closesAt && values.closesAt !== given ? closingProblem(Date.parse(values.closesAt), Date.now(), noticeSeconds) : null
  return [...propertyProblems(values), ...(closing ? [{ field: 'closesAt', message: closing }] : [])]
}

/** The request body. When the property is locked, only the listing status is sent. */
const bodyOf = (
  { pictures, closesAt, circles: _, ...values }: Values,
  property: Property | undefined,
  circleId: string,
  userId: string,
) => {
  if (property?.deciding?.isClosed) return { listingStatus: values.listingStatus, updatedAt: property.updatedAt }
  return {
    ...values,
    url: completeLink(values.url),
    // An empty field removes the fact.
    ...ofEachFact((name) => values[name] ?? null),
    pictures: pictures.map(({ key }) => ({ imageUri: key })),
    // Sent only when changed: an unchanged date may be in the past, and not everyone may set one.
    ...(closesAt !== (property?.deciding?.closesAt ?? null) && { closesAt }),
    ...(property ? { updatedAt: property.updatedAt } : { circle: circleId, uploadedBy: userId }),
  }
}

const fieldsOf = (values: Values) => Object.keys(values) as (keyof Values)[]

/** An existing listing can only move to the statuses that follow its current one. */
const statusOptions = (property: Property | undefined) =>
  property
    ? [property.listingStatus, ...listingMoves(property.listingStatus)].map((value) => ({ value, text: labelOf(listingStatuses, value) }))
    : listingStatuses

/** A double click, or a retry after a lost answer, sends the same key and so adds a property only once. */
function useIdempotentPost() {
  const key = useRef({ body: '', id: '' })
  return async <Answer,>(body: object, post: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(body)
    if (key.current.body !== text) key.current = { body: text, id: crypto.randomUUID() }
    try {
      return await post(key.current.id)
    } catch (error) {
      // The server answered, so nothing was added: the next attempt gets a new key. Without an answer the key stays.
      if (error instanceof ApiError && error.status !== 0) key.current = { body: '', id: '' }
      throw error
    }
  }
}

type PropertyFormProps = {
  /** Back link above the title, when it differs from the page opened after submitting. */
  backTo?: string
  /** Further actions. */
  actions?: ReactNode
  /** Reloads the property after a version conflict. */
  onReload: () => void
  /** `app` for members and brokers, `admin` for administrators. */
  group: 'app' | 'admin'
  circle: Circle
  /** The broker's circles, if a new property can be brought to several of them. */
  assigned?: readonly Circle[]
  userId: string
  property?: Property | undefined
  /** Only the circle's owner, its brokers and administrators set the closing date. */
  maySetClosing: boolean
  /** The page to open after submitting. */
  doneAt: string
  /** The property, or its copies in several circles. */
  onSaved: (saved: Property, copies: readonly Property[]) => void
}

export function PropertyForm({
  group,
  circle,
  assigned = [],
  userId,
  property: given,
  maySetClosing,
  doneAt,
  backTo = doneAt,
  actions,
  onSaved,
  onReload,
}: PropertyFormProps) {
  const circleId = circle._id
  const formId = useId()
  const [isBringing, setBringing] = useState(false)
  const sendOnce = useIdempotentPost()
  const noticeSeconds = useNoticeSeconds()
  // The version that was opened. A newer one from a live update must not hide a conflict.
  const [property] = useState(given)
  const isLocked = property?.deciding?.isClosed ?? false
  const navigate = useNavigateFromHere()
  const reload = useReloadChoice(isVersionConflict, onReload)
  const [{ pictures, circles, ...initial }] = useState(() => valuesOf(property, circleId))
  // Without pictures: the server deletes those that are not attached to anything.
  const kept = useFormDraft(`property:${userId}:${circleId}:${property?._id ?? 'new'}`, initial, property?.updatedAt)
  const form = useSubmitForm<Values, readonly Property[]>({
    initialValues: { ...kept.values, pictures, circles },
    // Of a locked property only the listing status is sent.
    check: (values) => (isLocked ? [] : problemsOf(values, property?.deciding?.closesAt ?? null, noticeSeconds)),
    submit: async (values) => {
      const body = bodyOf(values, property, circleId, userId)
      if (property) return [await reload.watch(api.put<typeof propertyReply>(`${group}/property/${property._id}`, body, { quiet: true }))]
      if (!isBringing)
        return [
          await sendOnce(body, (idempotencyKey) =>
            api.post<typeof propertyReply>(`${group}/property/new`, body, { quiet: true, idempotencyKey }),
          ),
        ]
      const copies = { ...body, circles: values.circles }
      return sendOnce(copies, (idempotencyKey) =>
        api.post<typeof propertyList>(`${group}/property-copies`, copies, { quiet: true, idempotencyKey }),
      )
    },
    onSuccess: (copies) => {
      const saved = copies.find((each) => each.circle._id === circleId) ?? copies[0]
      if (!saved) throw new Error('no property was saved')
      setBringing(false)
      onSaved(saved, copies)
      const isHere = saved.circle._id === circleId
      return navigate(isHere ? doneAt : paths.circleVoting(saved.circle._id), { state: { property: saved._id } })
    },
  })
  const { pictures: _uploaded, circles: _chosen, ...typed } = form.values
  useSaveDraft(kept, typed, form.status)
  const uploads = usePictureUploads(form.values.pictures, (pictures) => form.set({ pictures }))
  return (
    <div className={styles.propertyPage}>
      <BackButton to={backTo} label={circle.title} />
      <PageHeading actions={actions} {...(property && { subtitle: `Edit ${isolate(property.address)}` })}>
        Manage Property
      </PageHeading>
      <ForCircle circle={circle} />
      <DraftNote draft={kept} onDiscard={form.set} />
      <Card>
        <form id={formId} className={styles.propertyForm} {...form.formProps}>
          <LockNote deciding={property?.deciding} noticeSeconds={noticeSeconds} />
          <TextField
            label="Address"
            required
            disabled={isLocked}
            autoComplete="off"
            maxLength={propertyLengths.address}
            {...form.field('address')}
          />
          <div className={styles.propertyFormRow}>
            <TextField label="City" required disabled={isLocked} maxLength={propertyLengths.city} {...form.field('city')} />
            <TextField label="State / County" required disabled={isLocked} maxLength={propertyLengths.state} {...form.field('state')} />
            <TextField label="Postal code" required disabled={isLocked} maxLength={propertyLengths.zipCode} {...form.field('zipCode')} />
          </div>
          <TextField
            label="Listing link"
            required
            disabled={isLocked}
            type="url"
            placeholder="https://"
            maxLength={propertyLengths.url}
            {...form.field('url')}
            onBlur={() => form.values.url.trim() && form.set({ url: completeLink(form.values.url) })}
          />
          <div className={`${styles.propertyFormRow} ${styles.two}`}>
            <CurrencyField
              label="Price"
              required
              disabled={isLocked}
              symbol={currencySettings.US.symbol}
              keep={keepCurrencyCharacters}
              parse={currencyValue}
              format={(value) => formatCurrencyField(value, 'US')}
              {...form.field('price')}
            />
            <SelectField
              label="Listing status"
              required
              nullText={null}
              options={statusOptions(property)}
              value={form.values.listingStatus}
              onChange={(value) => form.set({ listingStatus: value as ListingStatus })}
              error={form.errorOf('listingStatus')}
            />
          </div>
          {maySetClosing && (
            <DateTimeField
              label="Voting closes"
              description={
                property?.deciding?.isClosed
                  ? 'Voting has closed: the outcome is frozen.'
                  : `Optional, by your own clock, at least ${durationWords(noticeSeconds)} ahead. Votes can change until then; the outcome freezes with it.`
              }
              disabled={isLocked}
              {...form.field('closesAt')}
            />
          )}
          <fieldset className={styles.factFields}>
            <legend>Facts, as far as you know them</legend>
            {factNames.map((name) => (
              <NumberField key={name} label={fieldLabelOf(name)} disabled={isLocked} {...form.field(name)} />
            ))}
          </fieldset>
          <PropertyPicturesField uploads={uploads} disabled={isLocked} error={form.errorOf('pictures')} />
          <div className={styles.propertyFormActions}>
            <SubmitButton status={isBringing ? null : form.status} message={form.message} disabled={uploads.isBusy} />
            {!property && assigned.length > 1 && (
              <ActionButton
                variant="outline"
                disabled={uploads.isBusy}
                onClick={() => form.reveal(fieldsOf(form.values)) && setBringing(true)}
              >
                Bring to several circles
              </ActionButton>
            )}
          </div>
        </form>
      </Card>
      {reload.dialog}
      {isBringing && (
        <Suspense>
          <BringDialog
            formId={formId}
            property={form.values}
            here={circleId}
            circles={assigned}
            chosen={form.values.circles}
            onChoose={(chosen) => form.set({ circles: chosen })}
            isPending={form.status === 'pending'}
            problem={form.errorOf('circles') ?? form.message}
            onClose={() => {
              // Submit of the form itself starts anew.
              form.set({ circles })
              setBringing(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
