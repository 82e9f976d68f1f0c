import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type PropertyType, propertyTypeValues } from '#domain/choices.ts'
import { fileKeyFor } from '#domain/files.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { type Setting, settings } from './circle-outlines.ts'
import type { DemoRows } from './demo-rows.ts'

const pictureType = 'image/svg+xml'

export const picturesPerKind = 3

/** What a picture shows. */
export type PictureSubject = {
  readonly type: PropertyType
  readonly setting: Setting
  readonly address: string
  /** Any whole number. Properties of one list count upwards, so that neighbours show different pictures. */
  readonly variant: number
}

type PictureKind = Pick<PictureSubject, 'type' | 'setting' | 'variant'>

const pictureName = ({ type, setting, variant }: PictureKind): string => `${type}-${setting}-${(variant % picturesPerKind) + 1}.svg`

/** The content of each file in demo/pictures, by its name. */
export type PictureFiles = ReadonlyMap<string, Buffer>

export async function readPictureFiles(root: string): Promise<PictureFiles> {
  const variants = [...Array(picturesPerKind).keys()]
  const names = propertyTypeValues.flatMap((type) =>
    settings.flatMap((setting) => variants.map((variant) => pictureName({ type, setting, variant }))),
  )
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(root, 'demo/pictures', name))] as const)))
}

export type Picture = { readonly key: string; readonly content: Buffer }

// Fixed, so that a load that was killed and runs again writes the same keys.
const keyTimes = { demo: Date.UTC(2025, 5, 7), stock: Date.UTC(2025, 5, 8) } as const

type PicturePlan = {
  readonly pictures: Picture[]
  /** Adds a copy of the picture of this subject and returns its file key. */
  pictureOf(subject: PictureSubject): string
  /** The same for up to `count` different pictures of it. */
  picturesOf(subject: PictureSubject, count: number): readonly string[]
}

export function planPictures(files: PictureFiles, rows: DemoRows, now: Date, keysOf: keyof typeof keyTimes): PicturePlan {
  const pictures: Picture[] = []
  const pictureOf = (subject: PictureSubject): string => {
    const name = pictureName(subject)
    const content = files.get(name)
    if (!content) throw new Error(`demo/pictures has no ${name}`)
    const key = fileKeyFor(`${subject.address}.svg`, new Date(keyTimes[keysOf] + pictures.length).toISOString())
    pictures.push({ key, content })
    rows.files.push({
      key,
      owner_id: null,
      content_type: pictureType,
      size: content.length,
      is_seed: true,
      created_at: now,
      stored_at: now,
    })
    return key
  }
  const picturesOf = (subject: PictureSubject, count: number): readonly string[] =>
    Array.from({ length: Math.min(count, picturesPerKind) }, (_, index) => pictureOf({ ...subject, variant: subject.variant + index }))
  return { pictures, pictureOf, picturesOf }
}

/** Writing the same picture again changes nothing. */
export const storePicture = (store: Pick<FileStore, 'put'>, { key, content }: Picture): Promise<void> =>
  store.put({ key, contentType: pictureType }, content)
