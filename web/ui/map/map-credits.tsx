import styles from './map-credits.module.css'

const sources = [
  { name: 'GeoNames', href: 'https://www.geonames.org/' },
  { name: 'US Census Bureau', href: 'https://www.census.gov/' },
  { name: 'Natural Earth', href: 'https://www.naturalearthdata.com/' },
] as const

const tileSource = { name: '© OpenStreetMap contributors', href: 'https://www.openstreetmap.org/copyright' } as const

/** Required attribution. Tiles come from OpenStreetMap, whichever server delivers them. */
export function MapCredits({ hasTiles }: { hasTiles: boolean }) {
  const credited = hasTiles ? [tileSource, ...sources] : sources
  return (
    <p className={styles.root}>
      Map data:{' '}
      {credited.map(({ name, href }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <a href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        </span>
      ))}
    </p>
  )
}
