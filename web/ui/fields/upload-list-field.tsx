import '@mantine/dropzone/styles.layer.css'
import { Input } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconAlertTriangle, IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { StoredFiles } from './stored-files.tsx'
import styles from './upload-list-field.module.css'
import type { PendingFile, UploadedFile, UploadList } from './use-upload-list.ts'

type UploadListFieldProps = {
  label: string
  uploads: UploadList
  /** What may be chosen, in words. */
  hint: string
  /** Below a stored file's name. */
  detailOf: (file: UploadedFile, index: number) => ReactNode
  /** Shows a stored file; without it, a check mark. */
  preview?: (file: UploadedFile, index: number) => ReactNode
  /** The order matters: files can be moved. */
  isOrdered?: boolean
  disabled?: boolean
  accept: readonly string[]
  maxBytes: number
  error?: ReactNode
}

/** Several files, each uploaded at once when it is chosen or dropped. */
export function UploadListField({
  label,
  uploads,
  hint,
  detailOf,
  preview,
  isOrdered = false,
  disabled = false,
  accept,
  maxBytes,
  error,
}: UploadListFieldProps) {
  const choose = useRef<() => void>(null)
  const chooseAgain = (pending: PendingFile) => {
    uploads.dismiss(pending)
    choose.current?.()
  }
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <div className={styles.root}>
        <StoredFiles {...{ label, uploads, detailOf, preview, isOrdered, disabled }} />
        {uploads.pending.map((pending) => (
          <Pending key={pending.id} pending={pending} uploads={uploads} onChooseAgain={chooseAgain} />
        ))}
        {!uploads.isFull && !disabled && (
          <Dropzone
            className={styles.drop}
            openRef={choose}
            activateOnClick={false}
            enablePointerEvents
            accept={[...accept]}
            maxSize={maxBytes}
            onDropAny={uploads.begin}
            onDrop={uploads.add}
            onReject={uploads.refuse}
            inputProps={{ 'aria-label': label }}
          >
            <IconUpload {...iconProps(24)} />
            <span className={styles.words}>
              <b>Drop a file here</b>
              <span className="small muted">{hint}</span>
            </span>
            <ActionButton variant="outline" onClick={() => choose.current?.()}>
              Choose a file
            </ActionButton>
          </Dropzone>
        )}
      </div>
    </Input.Wrapper>
  )
}

type PendingProps = { pending: PendingFile; uploads: UploadList; onChooseAgain: (pending: PendingFile) => void }

function Pending({ pending, uploads, onChooseAgain }: PendingProps) {
  const { file, at } = pending
  if (at === 'uploading') {
    const { percent } = pending
    return (
      <div className={styles.row}>
        <span>
          <IconFileText {...iconProps(22)} />
        </span>
        <span className={styles.words}>
          <b>{file.name}</b>
          <span className="small sub num" role="status">
            {percent < 100 ? `Uploading ${percent}%...` : 'Generating Preview...'}
          </span>
          <ProgressBar percent={percent} label={`Upload of ${file.name}`} />
        </span>
        <IconAction
          label={`Cancel the upload of ${file.name}`}
          icon={<IconX {...iconProps(20)} />}
          onClick={() => uploads.dismiss(pending)}
        />
      </div>
    )
  }
  return (
    <div className={styles.row}>
      <span className={styles.problem}>
        <IconAlertTriangle {...iconProps(22)} />
      </span>
      <span className={styles.words}>
        <b>{file.name}</b>
        <span className={`small ${styles.problem}`} role="alert">
          {at === 'rejected' ? pending.why : 'Something went wrong...'}
        </span>
      </span>
      <ActionButton
        variant="subtle"
        size="sm"
        aria-label={`Retry ${file.name}`}
        // The same file would be refused again, so another one is chosen.
        onClick={() => (at === 'rejected' ? onChooseAgain(pending) : uploads.retry(pending))}
      >
        Retry
      </ActionButton>
    </div>
  )
}
