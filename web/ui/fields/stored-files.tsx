import { IconArrowDown, IconArrowUp, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './upload-list-field.module.css'
import type { UploadedFile, UploadList } from './use-upload-list.ts'

type StoredFilesProps = {
  label: string
  uploads: UploadList
  detailOf: (file: UploadedFile, index: number) => ReactNode
  preview: ((file: UploadedFile, index: number) => ReactNode) | undefined
  isOrdered: boolean
  disabled: boolean
}

/** The buttons that get the focus after an act, the first that can be pressed. */
type Wanted = { readonly key: string; readonly acts: readonly string[] }

/** A moved or removed row loses the focus, so it is set again; a row that is gone passes it on to its neighbour. */
function useFocusAfterAct() {
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<Wanted | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const { key, acts } = wanted.current
    wanted.current = null
    const row = [...(list.current?.children ?? [])].find((each) => each.getAttribute('data-key') === key)
    const button = acts.map((act) => row?.querySelector<HTMLButtonElement>(`[data-act="${act}"]:not(:disabled)`)).find(Boolean)
    button?.focus()
  })
  const focusAfter = (key: string, ...acts: string[]) => {
    wanted.current = { key, acts }
  }
  return { list, focusAfter }
}

/** The uploaded files. Where their order matters, each can be moved by buttons, which work by keyboard and touch alike. */
export function StoredFiles({ label, uploads, detailOf, preview, isOrdered, disabled }: StoredFilesProps) {
  const { list, focusAfter } = useFocusAfterAct()
  const [told, tell] = useState('')
  const files = uploads.stored
  const move = (file: UploadedFile, index: number, by: 1 | -1) => {
    focusAfter(file.key, ...(by < 0 ? ['up', 'down'] : ['down', 'up']))
    tell(`${file.name} is now number ${index + by + 1} of ${files.length}`)
    uploads.move(file.key, by)
  }
  const remove = (file: UploadedFile, index: number) => {
    focusAfter((files[index + 1] ?? files[index - 1])?.key ?? '', 'remove')
    tell(`${file.name} was removed`)
    uploads.remove(file.key)
  }
  return (
    <>
      {files.length > 0 && (
        <ul className={styles.list} aria-label={`${label}, added`} ref={list}>
          {files.map((file, index) => (
            <li key={file.key} data-key={file.key} className={styles.row} {...(preview && { 'data-preview': true })}>
              <span className={preview ? styles.preview : styles.stored}>
                {preview ? preview(file, index) : <IconCircleCheck {...iconProps(22)} />}
              </span>
              <span className={styles.words}>
                <b>{file.name}</b>
                <span className="small muted">{detailOf(file, index)}</span>
              </span>
              <span className={styles.actions}>
                {isOrdered && files.length > 1 && (
                  <>
                    <IconAction
                      label={`Move ${file.name} up`}
                      data-act="up"
                      disabled={disabled || index === 0}
                      icon={<IconArrowUp {...iconProps(20)} />}
                      onClick={() => move(file, index, -1)}
                    />
                    <IconAction
                      label={`Move ${file.name} down`}
                      data-act="down"
                      disabled={disabled || index === files.length - 1}
                      icon={<IconArrowDown {...iconProps(20)} />}
                      onClick={() => move(file, index, 1)}
                    />
                  </>
                )}
                <ActionButton
                  variant="subtle"
                  size="sm"
                  data-act="remove"
                  disabled={disabled}
                  aria-label={`Remove ${file.name}`}
                  onClick={() => remove(file, index)}
                >
                  Remove
                </ActionButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </>
  )
}
