import { Loader } from '@mantine/core'
import { IconMaximize, IconMinimize, IconRotate2, IconRotateClockwise2, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { VerificationDocument } from '#contract/verification.ts'
import { formatSize, previewKind } from '#domain/files.ts'
import { isolate } from '#domain/isolate.ts'
import { usePrivateFile } from '#web/api/files.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { isPdfShown } from '#web/ui/fields/file-preview.tsx'
import { ScrollRegion } from '#web/ui/layout/scroll-region.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './document-viewer.module.css'
import { usePageKeys } from './use-page-keys.ts'

const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const
const normalZoom = zooms.indexOf(1)

/** One document, large: it can be turned, zoomed and shown on the full screen. Pictures and PDFs alike. */
export function DocumentViewer({ document: shown }: { document: VerificationDocument }) {
  const { file, failed } = usePrivateFile(shown.key, shown.name)
  const [quarters, turn] = useState(0)
  const [step, setStep] = useState<number>(normalZoom)
  const root = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(root)
  const zoom = zooms[step] ?? 1
  const turnRight = () => turn(quarters + 1)
  const larger = step < zooms.length - 1 ? () => setStep(step + 1) : undefined
  const smaller = step > 0 ? () => setStep(step - 1) : undefined
  usePageKeys({ r: turnRight, '+': larger, '=': larger, '-': smaller, '−': smaller })
  return (
    <div className={styles.root} ref={root}>
      <div className={styles.head}>
        <p>
          <b>
            <bdi>{shown.name}</bdi>
          </b>
          <span className="small sub">
            <Day at={shown.addedAt} form="short" /> · {formatSize(shown.size)}
          </span>
        </p>
        <div className={styles.tools}>
          <IconAction label="Turn left" icon={<IconRotate2 {...iconProps(20)} />} onClick={() => turn(quarters - 1)} />
          <IconAction label="Turn right" icon={<IconRotateClockwise2 {...iconProps(20)} />} onClick={turnRight} />
          <IconAction label="Smaller" icon={<IconZoomOut {...iconProps(20)} />} disabled={!smaller} onClick={() => smaller?.()} />
          <output className="num">{Math.round(zoom * 100)}%</output>
          <IconAction label="Larger" icon={<IconZoomIn {...iconProps(20)} />} disabled={!larger} onClick={() => larger?.()} />
          {fullScreen.isPossible && (
            <IconAction
              label={fullScreen.isOn ? 'Leave full screen' : 'Full screen'}
              icon={fullScreen.isOn ? <IconMinimize {...iconProps(20)} /> : <IconMaximize {...iconProps(20)} />}
              onClick={fullScreen.toggle}
            />
          )}
        </div>
      </div>
      {/* Enlarged, it is scrolled with the arrow keys. */}
      <div className={styles.around} data-own-keys={zoom > 1 || undefined}>
        <ScrollRegion label={isolate(shown.name)} className={styles.stage}>
          {failed && <FieldMessage>This document could not be opened. Please try again.</FieldMessage>}
          {!file && !failed && (
            <div className={styles.wait} role="status" aria-label="Opening the document">
              <Loader size={26} />
            </div>
          )}
          {file && (
            <div className={styles.paper} style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
              <Sheet key={file.url} file={file} isPicture={previewKind(shown.contentType) === 'image'} zoom={zoom} quarters={quarters} />
            </div>
          )}
        </ScrollRegion>
      </div>
      {file && (
        <a className={`text-link ${styles.newTab}`} href={file.url} target="_blank" rel="noopener noreferrer">
          Open in a new tab
        </a>
      )}
    </div>
  )
}

type SheetProps = {
  file: { readonly url: string; readonly name: string }
  isPicture: boolean
  zoom: number
  quarters: number
}

/** Turned by quarters. Lying on its side, it has the stage's height as its width. */
function Sheet({ file, isPicture, zoom, quarters }: SheetProps) {
  const [isBroken, fail] = useState(false)
  const isOnSide = quarters % 2 !== 0
  const style = {
    width: `calc(${isOnSide ? '100cqh' : '100cqw'} * ${zoom})`,
    height: `calc(${isOnSide ? '100cqw' : '100cqh'} * ${zoom})`,
    transform: `translate(-50%, -50%) rotate(${quarters * 90}deg)`,
  }
  if (isBroken || (!isPicture && !isPdfShown()))
    return <FieldMessage>This document could not be shown. Please open it in a new tab.</FieldMessage>
  return isPicture ? (
    <img className={`picture ${styles.sheet}`} style={style} src={file.url} alt={isolate(file.name)} onError={() => fail(true)} />
  ) : (
    <iframe className={styles.sheet} style={style} src={file.url} title={isolate(file.name)} />
  )
}

function useFullScreen(root: RefObject<HTMLDivElement | null>) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const follow = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = () => {
    // Refused by the browser: the document stays as large as it is.
    const changed = isOn ? document.exitFullscreen() : root.current?.requestFullscreen()
    changed?.catch(() => {})
  }
  return { isPossible: document.fullscreenEnabled === true, isOn, toggle }
}
