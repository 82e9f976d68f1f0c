import { type ReactNode, useState } from 'react'
import { type Property, propertyReply } from '#contract/properties.ts'
import { type ListingStatus, labelOf, listingStatuses } from '#domain/choices.ts'
import { displayNameOf } from '#domain/files.ts'
import { completeLink, listingMoves } from '#domain/listing.ts'
import { currencySettings, currencyValue, formatCurrencyField, keepCurrencyCharacters } from '#domain/money.ts'
import { closingProblem, noticeWords } from '#domain/notice-period.ts'
import { type PropertyFact, propertyFacts, propertyLengths, propertyProblems } from '#domain/property-form.ts'
import { api } from '#web/api/client.ts'
import { useNoticeSeconds } from '#web/api/config.ts'
import { isVersionConflict } from '#web/api/version-conflict.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import { DateTimeField } from '#web/ui/fields/date-time-field.tsx'
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
import { LockNote } from './lock-note.tsx'
import styles from './properties.module.css'
import { PropertyPicturesField, usePictureUploads } from './property-pictures-field.tsx'

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
}

const valuesOf = (property: Property | undefined): Values => ({
  address: property?.address ?? '',
  city: property?.city ?? '',
  state: property?.state ?? '',
  zipCode: property?.zipCode ?? '',
  url: property?.url ?? '',
  price: property?.price,
  listingStatus: property?.listingStatus ?? 'available',
  yearBuilt: property?.yearBuilt ?? undefined,
  bedrooms: property?.bedrooms ?? undefined,
  bathrooms: property?.bathrooms ?? undefined,
  livingArea: property?.livingArea ?? undefined,
  pictures: (property?.pictures ?? []).map(({ imageUri }) => ({ key: imageUri, name: displayNameOf(imageUri), size: 0 })),
  closesAt: property?.deciding?.closesAt ?? null,
})

function problemsOf(values: Values, given: string | null, noticeSeconds: number) {
  const closing =
    values.closesAt && values.closesAt !== given ? closingProblem(Date.parse(values.closesAt), Date.now(), noticeSeconds) : null
  return [...propertyProblems(values), ...(closing ? [{ field: 'closesAt', message: closing }] : [])]
}

/** The request body. When the property is locked, only the listing status is sent. */
const bodyOf = ({ pictures, closesAt, ...values }: Values, property: Property | undefined, circleId: string, userId: string) => {
  if (property?.deciding?.isClosed) return { listingStatus: values.listingStatus, updatedAt: property.updatedAt }
  return {
    ...values,
    url: completeLink(values.url),
    // An empty field removes the fact.
    ...Object.fromEntries(propertyFacts.map((fact) => [fact, values[fact] ?? null])),
    pictures: pictures.map(({ key }) => ({ imageUri: key })),
    // Sent only when changed: an unchanged date may be in the past, and not everyone may set one.
    ...(closesAt !== (property?.deciding?.closesAt ?? null) && { closesAt }),
    ...(property ? { updatedAt: property.updatedAt } : { circle: circleId, uploadedBy: userId }),
  }
}

/** An existing listing can only move to the statuses that follow its current one. */
const statusOptions = (property: Property | undefined) =>
  property
    ? [property.listingStatus, ...listingMoves(property.listingStatus)].map((value) => ({ value, text: labelOf(listingStatuses, value) }))
    : listingStatuses

const factFieldLabels = {
  yearBuilt: 'Year built',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  livingArea: 'Living area (sq ft)',
} as const satisfies Record<PropertyFact, string>

type PropertyFormProps = {
  /** Back link above the title, when it differs from the page opened after submitting. */
  backTo?: string
  /** Further actions. */
  actions?: ReactNode
  /** Reloads the property after a version conflict. */
  onReload: () => void
  /** `app` for members and brokers, `admin` for administrators. */
  group: 'app' | 'admin'
  circleId: string
  userId: string
  property?: Property | undefined
  /** Only the circle's owner, its brokers and administrators set the closing date. */
  maySetClosing: boolean
  /** The page to open after submitting. */
  doneAt: string
  /** Passed to that page, which scrolls to the property. */
  onSaved: (saved: Property) => void
}

export function PropertyForm({
  group,
  circleId,
  userId,
  property: given,
  maySetClosing,
  doneAt,
  backTo = doneAt,
  actions,
  onSaved,
  onReload,
}: PropertyFormProps) {
  const noticeSeconds = useNoticeSeconds()
  // The version that was opened. A newer one from a live update must not hide a conflict.
  const [property] = useState(given)
  const isLocked = property?.deciding?.isClosed ?? false
  const navigate = useNavigateFromHere()
  const reload = useReloadChoice(isVersionConflict, onReload)
  const form = useSubmitForm({
    initialValues: valuesOf(property),
    // Of a locked property only the listing status is sent.
    check: (values) => (isLocked ? [] : problemsOf(values, property?.deciding?.closesAt ?? null, noticeSeconds)),
    submit: (values) => {
      const body = bodyOf(values, property, circleId, userId)
      return property
        ? reload.watch(api.put(`${group}/property/${property._id}`, body, propertyReply, { quiet: true }))
        : api.post(`${group}/property/new`, body, propertyReply, { quiet: true })
    },
    onSuccess: (saved) => {
      onSaved(saved)
      return navigate(doneAt, { state: { property: saved._id } })
    },
  })
  const uploads = usePictureUploads(form.values.pictures, (pictures) => form.set({ pictures }))
  return (
    <div className={styles.propertyPage}>
      <BackButton to={backTo} />
      <PageHeading actions={actions} subtitle={property ? `Edit ${property.address}` : 'Add a property for the members to vote on'}>
        Manage Property
      </PageHeading>
      <Card>
        <form className={styles.propertyForm} {...form.formProps}>
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
              label="Closing date"
              description={
                property?.deciding?.isClosed
                  ? 'Voting has closed: the outcome is frozen.'
                  : `Optional, by your own clock, at least ${noticeWords(noticeSeconds)} ahead. Votes can change until then; the outcome freezes with it.`
              }
              disabled={isLocked}
              {...form.field('closesAt')}
            />
          )}
          <fieldset className={styles.factFields}>
            <legend>Facts, as far as you know them</legend>
            {propertyFacts.map((fact) => (
              <NumberField key={fact} label={factFieldLabels[fact]} disabled={isLocked} {...form.field(fact)} />
            ))}
          </fieldset>
          <PropertyPicturesField uploads={uploads} disabled={isLocked} error={form.errorOf('pictures')} />
          <SubmitButton status={form.status} message={form.message} disabled={uploads.isBusy} />
        </form>
      </Card>
      {reload.dialog}
    </div>
  )
}
