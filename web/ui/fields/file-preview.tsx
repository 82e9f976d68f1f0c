import { Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './file-preview.module.css'

type PreviewFile = { readonly url: string; readonly contentType: string; readonly name: string }

type FilePreviewProps = {
  /** null while its URL is being requested. */
  file: PreviewFile | null
  /** The URL could not be requested. */
  failed?: boolean
  /** Alternative text; the file's name by default. */
  alt?: string
  /** As large as the window allows, and whole: for papers that have to be read. */
  isLarge?: boolean
  /** Called when the URL could not be displayed. */
  onBroken?: () => void
}

type Kind = 'image' | 'video' | 'audio' | 'pdf' | 'other'

function kindOf(contentType: string): Kind {
  const [family] = contentType.toLowerCase().split('/')
  if (family === 'image' || family === 'video' || family === 'audio') return family
  return contentType.toLowerCase().startsWith('application/pdf') ? 'pdf' : 'other'
}

/** Without a viewer of its own, as on many phones, a browser would only download a PDF that is shown in the page. */
export const isPdfShown = (): boolean => navigator.pdfViewerEnabled !== false

/** Shows, plays or offers the file for download, depending on its type. */
export function FilePreview({ file, failed = false, alt, isLarge = false, onBroken }: FilePreviewProps) {
  return (
    <div className={styles.root} data-large={isLarge}>
      {failed ? <Failure /> : file ? <Content key={file.url} file={file} alt={alt ?? file.name} onBroken={onBroken} /> : <Spinner />}
    </div>
  )
}

const Failure = () => <FieldMessage>Something went wrong...</FieldMessage>
const Spinner = ({ kind }: { kind?: Kind }) => (
  <div className={styles.spinner} data-kind={kind} role="status" aria-label="Loading preview">
    <Loader size={26} />
  </div>
)

function Content({ file, alt, onBroken }: { file: PreviewFile; alt: string; onBroken: (() => void) | undefined }) {
  const kind = kindOf(file.contentType)
  const isOffered = kind === 'other' || (kind === 'pdf' && !isPdfShown())
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(isOffered ? 'ready' : 'loading')
  if (state === 'failed') return <Failure />

  const fail = () => {
    setState('failed')
    onBroken?.()
  }
  const load = { onError: fail, 'data-loading': state === 'loading' }
  return (
    <>
      {state === 'loading' && <Spinner kind={kind} />}
      {kind === 'image' && <img className="picture" src={file.url} alt={alt} onLoad={() => setState('ready')} {...load} />}
      {kind === 'video' && (
        <video src={file.url} controls preload="metadata" aria-label={alt} onLoadedMetadata={() => setState('ready')} {...load} />
      )}
      {kind === 'audio' && (
        <audio src={file.url} controls preload="metadata" aria-label={alt} onLoadedMetadata={() => setState('ready')} {...load} />
      )}
      {kind === 'pdf' && isOffered && <p className="sub">This browser does not show PDF files in a page. Open the file instead.</p>}
      {kind === 'pdf' && !isOffered && <iframe src={file.url} title={alt} onLoad={() => setState('ready')} {...load} />}
      {(kind === 'pdf' || kind === 'other') && (
        <a className={`text-link ${styles.link}`} href={file.url} download={file.name} target="_blank" rel="noopener noreferrer">
          <IconDownload {...iconProps(18)} />
          {file.name}
        </a>
      )}
    </>
  )
}
