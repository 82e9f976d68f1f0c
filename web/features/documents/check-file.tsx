import { IconAlertTriangle, IconCircleCheck, IconFileSearch } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import type { DocumentVersion } from '#contract/documents.ts'
import { checkFile, type FileCheck } from '#domain/documents.ts'
import { isolate } from '#domain/isolate.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './documents.module.css'
import { hashFile } from './hash-file.ts'
import { HashText } from './hash-text.tsx'

type Checked = { readonly name: string; readonly sha256: string; readonly check: FileCheck<DocumentVersion> }
type State =
  | { readonly at: 'idle' }
  | { readonly at: 'reading'; readonly percent: number }
  | { readonly at: 'failed' }
  | ({ readonly at: 'checked' } & Checked)

/** Says whether a file is a version of this document. It is read in the browser and not uploaded. */
export function CheckFile({ versions }: { versions: readonly DocumentVersion[] }) {
  const [state, setState] = useState<State>({ at: 'idle' })
  const [isOver, setOver] = useState(false)
  const latest = useRef(0)

  const check = async (file: File | undefined) => {
    if (!file) return
    latest.current += 1
    const turn = latest.current
    const isLatest = () => latest.current === turn
    setState({ at: 'reading', percent: 0 })
    try {
      const sha256 = await hashFile(file, (percent) => isLatest() && setState({ at: 'reading', percent }))
      if (isLatest()) setState({ at: 'checked', name: file.name, sha256, check: checkFile(versions, sha256) })
    } catch {
      if (isLatest()) setState({ at: 'failed' })
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void check(event.dataTransfer.files[0])
  }
  return (
    <Card className={styles.side}>
      <h2>Check a file</h2>
      <p className="sub">Is the file you were sent a version of this document? It is read in your browser and not uploaded.</p>
      {state.at === 'reading' && (
        <div className={styles.check} role="status">
          <ProgressBar percent={state.percent} label="Reading the file" />
          <p className="small sub num">Reading {state.percent}%...</p>
        </div>
      )}
      {state.at === 'idle' && (
        <label
          className={styles.check}
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <IconFileSearch {...iconProps(22)} />
          <span>
            Drop it here or <span className="text-link">choose one</span>
          </span>
          <input
            className="visually-hidden"
            type="file"
            aria-label="File to check. Drop it here or choose one"
            onChange={(event) => void check(event.currentTarget.files?.[0])}
          />
        </label>
      )}
      {(state.at === 'checked' || state.at === 'failed') && (
        <>
          <div className={styles.result} role="status" data-is={state.at === 'checked' ? state.check.is : 'failed'}>
            {state.at === 'checked' ? <Result {...state} /> : <p>This file could not be read here. Please try another browser.</p>}
          </div>
          <ActionButton variant="outline" onClick={() => setState({ at: 'idle' })}>
            Check another file
          </ActionButton>
        </>
      )}
    </Card>
  )
}

function Result({ name, sha256, check }: Checked) {
  if (check.is === 'unknown') {
    return (
      <>
        <IconAlertTriangle {...iconProps(22)} />
        <p>
          <b>It is not this document</b>
        </p>
        <p className="small sub">No version of it has these bytes.</p>
        <HashText sha256={sha256} />
      </>
    )
  }
  const { number, at } = check.version
  return check.is === 'this' ? (
    <>
      <IconCircleCheck {...iconProps(22)} />
      <p>
        <b>It is this version</b>
      </p>
      <p className="small sub">
        {isolate(name)} is version {number}, byte for byte.
      </p>
    </>
  ) : (
    <>
      <IconAlertTriangle {...iconProps(22)} />
      <p>
        <b>It is an older version</b>
      </p>
      <p className="small sub">
        It is version {number}, of <Day at={at} form="short" />.
      </p>
    </>
  )
}
