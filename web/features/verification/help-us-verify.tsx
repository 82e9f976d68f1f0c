import { IconPhone } from '@tabler/icons-react'
import type { OwnVerification } from '#contract/verification.ts'
import { formatSize, mostMegabytes, uploadLimits } from '#domain/files.ts'
import { bestTimes, givenKeptDays, givenProblems, longestNote, mostDocuments } from '#domain/verification.ts'
import { uploadFile, uploadRefusal } from '#web/api/files.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { UploadListField } from '#web/ui/fields/upload-list-field.tsx'
import { type UploadedFile, useUploadList } from '#web/ui/fields/use-upload-list.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { OurQuestion } from './our-question.tsx'
import { PrivacyNote } from './privacy-note.tsx'
import styles from './verification.module.css'
import { useGiveDetails } from './verification.queries.ts'

const kinds = `PDF, JPG or PNG`
const rejections = {
  file: `Please choose a ${kinds} of at most ${mostMegabytes} MB`,
  number: `Please add at most ${mostDocuments} documents`,
}
const accept = uploadLimits.contentTypes.filter((type) => type === 'application/pdf' || type.startsWith('image/'))

type Values = { documents: UploadedFile[]; phone: string; bestTime: string; note: string }

/** Optional: a phone number, a note and documents for the administrators. Everything is sent together. */
export function HelpUsVerify({ verification: { question, given } }: { verification: OwnVerification }) {
  const giveDetails = useGiveDetails()
  const form = useSubmitForm<Values, OwnVerification>({
    initialValues: {
      documents: given.documents.map(({ key, name, size }) => ({ key, name, size })),
      phone: given.phone,
      bestTime: given.bestTime,
      note: given.note,
    },
    check: givenProblems,
    submit: ({ documents, phone, bestTime, note }) =>
      giveDetails({
        phone: phone.trim(),
        bestTime: bestTime as OwnVerification['given']['bestTime'],
        note: note.trim(),
        documents: documents.map(({ key, name }) => ({ key, name })),
      }),
    onSuccess: () => void toast.success('Sent to our team'),
  })
  const uploads = useUploadList({
    value: form.values.documents,
    onChange: (documents) => form.set({ documents }),
    upload: (file, onProgress, signal) => uploadFile(file, onProgress, {}, signal),
    most: mostDocuments,
    rejections,
    refusalOf: uploadRefusal,
  })
  const isSent = (file: UploadedFile) => given.documents.some(({ key }) => key === file.key)
  return (
    <Card className={styles.help}>
      <CardHeader title="Help us verify you" aside={<span className="small sub">All of it is optional</span>} />
      <p className="sub">A person on our team looks at every request. What you add here spares both of us a round of questions.</p>
      <form className={styles.form} {...form.formProps}>
        {question && <OurQuestion question={question} />}
        <UploadListField
          label="Documents"
          uploads={uploads}
          hint={`${kinds}, at most ${mostMegabytes} MB`}
          detailOf={(file) => `${formatSize(file.size)}${isSent(file) ? '' : ' · not sent yet'}`}
          accept={accept}
          maxBytes={uploadLimits.bytes}
          error={form.errorOf('documents')}
        />
        <div className={styles.call}>
          <TextField
            label="Phone, for a call"
            type="tel"
            autoComplete="tel"
            leftSection={<IconPhone {...iconProps(18)} />}
            {...form.field('phone')}
          />
          <SelectField label="Best time" options={bestTimes} nullText={null} {...form.field('bestTime')} />
        </div>
        <CountedTextArea
          label="Note to our team"
          rows={3}
          maxLength={longestNote}
          hint="Only our team reads this."
          {...form.field('note')}
        />
        <div className={styles.send}>
          <PrivacyNote className={styles.privacy}>
            Seen by administrators only, deleted {givenKeptDays} days after the decision.
            {given.sentAt && (
              <>
                {' '}
                Last sent <Moment at={given.sentAt} form="short" />.
              </>
            )}
          </PrivacyNote>
          <SubmitButton status={form.status} message={form.message} label="Send to our team" disabled={uploads.isBusy} />
        </div>
      </form>
    </Card>
  )
}
