import type { FileRejection } from '@mantine/dropzone'
import { useRef, useState } from 'react'

export type UploadedFile = { readonly key: string; readonly name: string; readonly size: number }

/** A file that is not uploaded yet, or could not be. */
export type PendingFile = { readonly id: number; readonly file: File } & (
  | { readonly at: 'uploading'; readonly percent: number }
  | { readonly at: 'failed' }
  | { readonly at: 'rejected'; readonly why: string }
)

type UploadListOptions = {
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  /** Uploads the file and returns its key; `onProgress` receives whole percents. */
  upload: (file: File, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<string>
  most: number
  /** For files of the wrong type or size, and for those above the number. */
  rejections: { readonly file: string; readonly number: string }
  /** The message of a final refusal, after which sending the same file again is not offered. */
  refusalOf?: (error: unknown) => string | undefined
}

/** Several uploads at once, each with its own state. */
export function useUploadList({ value, onChange, upload, most, rejections, refusalOf = () => undefined }: UploadListOptions) {
  const [pending, setPending] = useState<readonly PendingFile[]>([])
  const lastId = useRef(0)
  const controllers = useRef(new Map<number, AbortController>())
  // A ref beside the props, because several uploads may finish between two renders.
  const stored = useRef(value)
  stored.current = value

  const store = (files: readonly UploadedFile[]) => {
    stored.current = files
    onChange([...files])
  }
  const put = (entry: PendingFile) => setPending((all) => [...all.filter(({ id }) => id !== entry.id), entry].sort((a, b) => a.id - b.id))
  const drop = (wanted: number) => setPending((all) => all.filter(({ id }) => id !== wanted))
  const free = most - value.length - pending.filter(({ at }) => at === 'uploading').length

  const send = async (id: number, file: File) => {
    const controller = new AbortController()
    controllers.current.set(id, controller)
    const isCancelled = () => controller.signal.aborted
    put({ id, file, at: 'uploading', percent: 0 })
    try {
      const report = (percent: number) => !isCancelled() && put({ id, file, at: 'uploading', percent })
      const key = await upload(file, report, controller.signal)
      if (isCancelled()) return
      drop(id)
      store([...stored.current, { key, name: file.name, size: file.size }])
    } catch (error) {
      if (isCancelled()) return
      const why = refusalOf(error)
      put(why ? { id, file, at: 'rejected', why } : { id, file, at: 'failed' })
    } finally {
      controllers.current.delete(id)
    }
  }
  const reject = (file: File, why: string) => {
    lastId.current += 1
    put({ id: lastId.current, file, at: 'rejected', why })
  }
  return {
    pending,
    stored: value,
    isFull: free <= 0,
    isBusy: pending.some(({ at }) => at === 'uploading'),
    /** Before the files of one choice are added or refused: problems of the last choice are over. */
    begin: () => setPending((all) => all.filter(({ at }) => at !== 'rejected')),
    add: (files: readonly File[]) => {
      for (const [index, file] of files.entries()) {
        if (index >= free) reject(file, rejections.number)
        else {
          lastId.current += 1
          void send(lastId.current, file)
        }
      }
    },
    refuse: (files: readonly FileRejection[]) => {
      for (const { file } of files) reject(file, rejections.file)
    },
    retry: ({ id, file }: PendingFile) => void send(id, file),
    dismiss: ({ id }: PendingFile) => {
      controllers.current.get(id)?.abort()
      drop(id)
    },
    remove: (key: string) => store(stored.current.filter((file) => file.key !== key)),
    /** Moves a stored file by this many places. */
    move: (key: string, by: number) => {
      const from = stored.current.findIndex((file) => file.key === key)
      const file = stored.current[from]
      const to = from + by
      if (file && to >= 0 && to < stored.current.length) store(stored.current.toSpliced(from, 1).toSpliced(to, 0, file))
    },
  }
}

export type UploadList = ReturnType<typeof useUploadList>
