import type { Subject } from '#demo/plan-properties.ts'
import { type Random, randomFrom } from '#demo/random.ts'
import type { Setting } from '#demo/story.ts'
import type { PropertyType } from '#domain/choices.ts'
import { backdrop, clouds, sky, sun } from './backdrop.ts'
import { deco, duplex, fourplex, lofts, tower, tripleDecker, walkUp } from './blocks.ts'
import { furniture } from './furniture.ts'
import { adobe, type Building, beachHouse, bungalow, cabin, colonial, cottage, midcentury } from './homes.ts'
import { clearing, desertLot, meadow, orchard, vineyard } from './land.ts'
import { hourFor } from './light.ts'
import { treeOf } from './plants.ts'
import { groundLine, height, type Scene, sceneOf, width } from './scene.ts'
import { mirrored, polygon, rect } from './svg.ts'
import { paintedLadies, terrace } from './terraces.ts'
import { brewery, cornerShop, mill, office, shops, warehouse } from './works.ts'

type Draw = (scene: Scene) => Building

const homesOf: Readonly<Record<Setting, readonly Draw[]>> = {
  mountains: [cabin, cabin, cottage, bungalow, midcentury],
  lake: [cabin, cottage, beachHouse],
  coast: [beachHouse, cottage, colonial],
  tropics: [beachHouse, midcentury, bungalow],
  desert: [adobe, adobe, midcentury],
  hills: [cottage, colonial, bungalow],
  plains: [bungalow, cottage, colonial],
  skyline: [colonial, cottage, bungalow],
}

const landOf: Readonly<Record<Setting, readonly Draw[]>> = {
  mountains: [clearing, meadow],
  lake: [clearing, orchard, meadow],
  coast: [clearing, vineyard, orchard],
  tropics: [orchard, meadow],
  desert: [desertLot],
  hills: [meadow, vineyard, orchard],
  plains: [meadow, vineyard, orchard],
  skyline: [meadow, orchard],
}

/** The houses that a listing of this type may show in such a place. */
function housesFor(type: PropertyType, setting: Setting): readonly Draw[] {
  switch (type) {
    case 'single_family':
      return homesOf[setting]
    case 'land':
      return landOf[setting]
    case 'multi_family':
      return [fourplex, tripleDecker, walkUp, duplex]
    case 'condo':
      return setting === 'tropics' || setting === 'coast' ? [tower, deco, lofts] : [tower, lofts, walkUp]
    case 'townhouse':
      return setting === 'coast' ? [paintedLadies, terrace] : [terrace, terrace, paintedLadies]
    case 'commercial':
      return [shops, cornerShop, office, mill]
    case 'industrial':
      return [mill, warehouse, brewery]
  }
}

/** The ground in front: a lawn with the way in, or a pavement along the street. */
function foreground({ light, setting }: Scene, building: Building): string {
  if (building.stands === 'street') {
    return rect(0, groundLine, width, 14, light.pavement) + rect(0, groundLine + 14, width, height - groundLine - 14, light.road)
  }
  if (building.stands === 'woods') return ''
  const ground = setting === 'desert' || setting === 'coast' || setting === 'tropics' ? light.sand : light.grass
  const [left, right] = building.door
  return (
    rect(0, groundLine, width, height - groundLine, ground) +
    polygon([left, groundLine, right, groundLine, right + 34, height, left - 34, height], light.path)
  )
}

function trees(scene: Scene, { reach, stands }: Building, random: Random): string {
  if (stands === 'woods') return ''
  const foot = groundLine + 6
  const left = treeOf(scene, Math.max(24, reach[0] - random.between(10, 40)), foot, random.between(34, 46))
  const right = treeOf(scene, Math.min(456, reach[1] + random.between(10, 40)), foot, random.between(32, 46))
  return left + (random.chance(0.8) ? right : '')
}

/** The drawing of one property: the same for the same subject, and no two streets alike. */
export function drawProperty({ type, setting, address, variant }: Subject): string {
  const random = randomFrom(`${type} ${setting} ${address}`)
  const scene = sceneOf(hourFor(setting, random), setting, random)
  const houses = housesFor(type, setting)
  const draw = houses[variant % houses.length] ?? cottage
  const building = draw(scene)
  const sunX = random.chance(0.4) ? random.between(58, 116) : random.between(364, 426)
  const behind = clouds(scene, sunX) + sun(scene, sunX, random.between(52, 86), random.between(23, 31)) + backdrop(scene)
  const front = building.art + foreground(scene, building) + furniture(scene, building) + trees(scene, building, random)
  const art = sky(scene) + behind + (random.chance(0.35) ? mirrored(front, width) : front)
  return `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Drawing of the property">${art}</svg>\n`
}
