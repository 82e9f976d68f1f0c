import { type MapView, worldSize } from './mercator.ts'
import styles from './mini-map.module.css'
import { recordTileResult } from './tile-health.ts'

type Tile = { readonly src: string; readonly left: number; readonly top: number; readonly size: number }

/** Tiles exist only for whole zoom levels, so they are scaled a little. */
function tilesOf(view: MapView, template: string): Tile[] {
  const zoom = Math.max(0, Math.min(18, Math.round(view.zoom)))
  const size = worldSize * 2 ** (view.zoom - zoom)
  const [count, firstX, firstY] = [2 ** zoom, Math.floor(view.left / size), Math.floor(view.top / size)]
  const tiles: Tile[] = []
  for (let x = firstX; x * size < view.left + view.width; x += 1) {
    for (let y = Math.max(0, firstY); y * size < view.top + view.height && y < count; y += 1) {
      const src = template
        .replace('{s}', ['a', 'b', 'c'][(x + y) % 3] ?? 'a')
        .replace('{z}', String(zoom))
        .replace('{x}', String(((x % count) + count) % count))
        .replace('{y}', String(y))
        .replace('{r}', '')
      tiles.push({ src, left: x * size - view.left, top: y * size - view.top, size })
    }
  }
  return tiles
}

export function MiniMapTiles({ view, template }: { view: MapView; template: string }) {
  return (
    <div className={styles.tiles}>
      {tilesOf(view, template).map(({ src, left, top, size }) => (
        <img
          key={src}
          src={src}
          alt=""
          style={{ left, top, width: size + 0.5, height: size + 0.5 }}
          onLoad={(event) => {
            event.currentTarget.dataset.loaded = 'true'
            recordTileResult(true)
          }}
          onError={() => recordTileResult(false)}
        />
      ))}
    </div>
  )
}
