// @vitest-environment jsdom
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { propertyTypeValues } from '#domain/choices.ts'
import { projectRoot } from '#server/root.ts'
import { settings } from './circle-outlines.ts'
import { emptyRows } from './demo-rows.ts'
import { picturesPerKind, planPictures, readPictureFiles } from './property-pictures.ts'

const kinds = propertyTypeValues.flatMap((type) => settings.map((setting) => ({ type, setting, address: '1 Test Row' })))

test('every type of property has its pictures in every setting, and no file is unused', async () => {
  const { pictures, pictureOf } = planPictures(await readPictureFiles(projectRoot()), emptyRows(), new Date(), 'demo')
  for (const kind of kinds) for (let variant = 0; variant < picturesPerKind; variant++) pictureOf({ ...kind, variant })
  const contents = new Set(pictures.map(({ content }) => content.toString()))
  expect(contents.size).toBe(kinds.length * picturesPerKind)
  expect(await readdir(path.join(projectRoot(), 'demo/pictures'))).toHaveLength(contents.size)
})

test('a variant beyond the last picture starts over at the first', async () => {
  const { pictures, pictureOf } = planPictures(await readPictureFiles(projectRoot()), emptyRows(), new Date(), 'demo')
  for (const variant of [1, 1 + picturesPerKind]) pictureOf({ type: 'condo', setting: 'lake', address: '1 Test Row', variant })
  expect(pictures[0]?.content).toEqual(pictures[1]?.content)
  expect(pictures[0]?.key).not.toBe(pictures[1]?.key)
})

test('each picture is a well-formed, small SVG of plain shapes: no scripts, styles or links', async () => {
  const allowedElements = ['svg', 'defs', 'linearGradient', 'stop', 'g', 'rect', 'circle', 'polygon', 'path']
  let total = 0
  for (const [name, content] of await readPictureFiles(projectRoot())) {
    const picture = new DOMParser().parseFromString(content.toString(), 'image/svg+xml')
    const elements = [...picture.querySelectorAll('*')]
    const attributes = new Set(elements.flatMap((element) => element.getAttributeNames()))
    expect([name, picture.documentElement.tagName]).toEqual([name, 'svg'])
    expect([name, elements.filter((element) => !allowedElements.includes(element.tagName))]).toEqual([name, []])
    expect([name, [...attributes].filter((attribute) => /^on|href|style/.test(attribute))]).toEqual([name, []])
    expect(content.length).toBeLessThan(40_000)
    total += content.length
  }
  expect(total).toBeLessThan(2_500_000)
})
