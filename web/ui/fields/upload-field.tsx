import '@mantine/dropzone/styles.layer.css'
import { Input } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IconPhotoUp } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { FieldMessage } from './field-message.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './upload-field.module.css'

type UploadFieldProps = Pick<FieldProps, 'label' | 'description' | 'error' | 'required' | 'disabled'> & {
  /** The key of the stored file, or null. */
  value: string | null
  onChange: (key: string | null) => void
  /** Uploads the file and returns its key; `onProgress` receives whole percents. */
  upload: (file: File, onProgress: (percent: number) => void) => Promise<string>
  /** Renders the stored file. */
  preview: (key: string) => ReactNode
  accept?: readonly string[]
  maxBytes?: number
  /** Messages for a file of the wrong type, or a too large one. */
  rejections?: { readonly type: string; readonly size: string }
  /** The message of a final refusal, after which a retry is not offered. */
  refusalOf?: (error: unknown) => string | undefined
}

type Progress =
  | { readonly at: 'idle' }
  | { readonly at: 'rejected'; readonly why: string }
  | { readonly at: 'uploading'; readonly percent: number }
  | { readonly at: 'failed'; readonly file: File }

const isWrongType = (files: readonly FileRejection[]) => files.some(({ errors }) => errors.some(({ code }) => code === 'file-invalid-type'))

/** Uploads at once when a file is chosen or dropped. */
export function UploadField({
  label,
  description,
  error,
  required = false,
  disabled = false,
  value,
  onChange,
  upload,
  preview,
  accept,
  maxBytes,
  rejections = { type: 'This type of file cannot be used here.', size: 'This file is too large.' },
  refusalOf = () => undefined,
}: UploadFieldProps) {
  const [progress, setProgress] = useState<Progress>({ at: 'idle' })
  const latest = useRef<File | null>(null)

  const send = async (file: File) => {
    latest.current = file
    const isLatest = () => latest.current === file
    setProgress({ at: 'uploading', percent: 0 })
    try {
      const key = await upload(file, (percent) => isLatest() && setProgress({ at: 'uploading', percent }))
      if (!isLatest()) return
      setProgress({ at: 'idle' })
      onChange(key)
    } catch (failure) {
      const why = refusalOf(failure)
      if (isLatest()) setProgress(why ? { at: 'rejected', why } : { at: 'failed', file })
    }
  }
  const showsPreview = value !== null && progress.at === 'idle'
  return (
    <Input.Wrapper label={label} description={description} error={error} withAsterisk={required} labelElement="div">
      <div className={styles.root}>
        {showsPreview && (
          <>
            {preview(value)}
            <ActionButton variant="outline" disabled={disabled} onClick={() => onChange(null)}>
              Remove
            </ActionButton>
          </>
        )}
        {progress.at === 'uploading' && (
          <div className={styles.box} role="status">
            <ProgressBar percent={progress.percent} label="Upload" />
            <p className="small sub num">{progress.percent < 100 ? `Uploading ${progress.percent}%...` : 'Generating Preview...'}</p>
          </div>
        )}
        {progress.at === 'failed' && (
          <FieldMessage>
            Something went wrong...{' '}
            <button className={styles.retry} type="button" onClick={() => send(progress.file)}>
              Retry
            </button>
          </FieldMessage>
        )}
        {!showsPreview && progress.at !== 'uploading' && (
          <Dropzone
            className={styles.box}
            multiple={false}
            disabled={disabled}
            {...(accept && { accept: [...accept] })}
            {...(maxBytes !== undefined && { maxSize: maxBytes })}
            onDrop={([file]) => file && send(file)}
            onReject={(files) => setProgress({ at: 'rejected', why: rejections[isWrongType(files) ? 'type' : 'size'] })}
            inputProps={{ 'aria-label': typeof label === 'string' ? label : 'File' }}
          >
            <IconPhotoUp {...iconProps(22)} />
            <span>
              Drop a file here or <span className="text-link">choose one</span>
            </span>
          </Dropzone>
        )}
        {progress.at === 'rejected' && <FieldMessage>{progress.why}</FieldMessage>}
      </div>
    </Input.Wrapper>
  )
}
