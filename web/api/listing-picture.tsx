import { useStoredFile } from './files.ts'

const drawings = ['bungalow', 'cabin', 'fourplex', 'mill', 'terrace'].map((name) => `/art/property-${name}.svg`)

/** A placeholder drawing; the same one for the same property. */
const drawingFor = (seed: string): string => {
  const sum = [...seed].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return drawings[sum % drawings.length] ?? '/art/property-terrace.svg'
}

type ListingPictureProps = { readonly imageKey: string | null; readonly seed: string }

/** A property's picture, or a placeholder. No alt text, because the address beside it names the property. */
export function ListingPicture({ imageKey, seed }: ListingPictureProps) {
  return imageKey ? (
    <StoredPicture imageKey={imageKey} seed={seed} />
  ) : (
    <img className="picture" src={drawingFor(seed)} alt="" loading="lazy" />
  )
}

type StoredPictureProps = { readonly imageKey: string; readonly seed: string; readonly alt?: string }

/** A stored picture, or a placeholder if it cannot be loaded. */
export function StoredPicture({ imageKey, seed, alt = '' }: StoredPictureProps) {
  const { file, failed, onBroken } = useStoredFile(imageKey)
  if (failed) return <img className="picture" src={drawingFor(seed)} alt={alt} />
  return file ? <img className="picture" src={file.url} alt={alt} loading="lazy" onError={onBroken} /> : <span className="picture" />
}
