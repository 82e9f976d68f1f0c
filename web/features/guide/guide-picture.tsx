type GuidePictureProps = { src: string; width: number; height: number; alt: string }

/** Opens by itself in full size, because it is too small to read on a phone. */
export function GuidePicture({ src, alt, ...size }: GuidePictureProps) {
  return (
    <a href={src}>
      <img src={src} alt={alt} {...size} loading="lazy" />
    </a>
  )
}
