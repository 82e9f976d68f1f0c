import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { investmentPurposeValues, minimumShareSizeValues, propertyTypeValues } from '#domain/choices.ts'

export const settings = ['mountains', 'hills', 'skyline', 'coast', 'desert', 'tropics', 'lake', 'plains'] as const
/** The landscape around a town, which decides what the pictures of its properties show. */
export type Setting = (typeof settings)[number]

const town = z.object({
  city: z.string().min(1),
  state: z.string().length(2),
  lat: z.coerce.number(),
  lng: z.coerce.number(),
  zip: z.string().length(3),
  setting: z.enum(settings),
})
export type Town = z.infer<typeof town>

const list = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  z.string().transform((text) => z.array(z.enum(words)).min(1).parse(text.split(',')))
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal('').transform(() => null), schema])

const circleRow = z.object({
  title: z.string().min(1),
  place: z.string(),
  types: list(propertyTypeValues),
  share: orNull(z.enum(minimumShareSizeValues)),
  target: orNull(z.coerce.number().int()),
  /** How many arcs are taken by now, the owner's among them. */
  sold: z.coerce.number().int(),
  purposes: list(investmentPurposeValues),
  /** The role of the investor to sign in as, or `hidden` for a hidden circle. */
  part: orNull(z.enum(['owner', 'member', 'hidden'])),
  /** Whether the broker to sign in as is assigned here, alone or with others. */
  brokers: orNull(z.enum(['exclusive', 'team'])),
  description: z.string().min(1),
  /** How many days ago the random past ends; from then on demo/past goes on with use cases. */
  until: orNull(z.coerce.number().positive()),
  /** How many days ago it was made; the others were made one after the other. */
  began: orNull(z.coerce.number().positive()),
})
/** What circles.tsv says of a circle; the rest is filled in at random. */
export type CircleOutline = Omit<z.infer<typeof circleRow>, 'place'> & { readonly town: Town }

async function readTable<Row>(file: string, schema: z.ZodType<Row>): Promise<Row[]> {
  const [head = '', ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return schema.parse(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])))
  })
}

/** The circles of the demo, newest first. */
export async function readCircleOutlines(root: string): Promise<CircleOutline[]> {
  const folder = path.join(root, 'demo')
  const towns = new Map((await readTable(path.join(folder, 'cities.tsv'), town)).map((row) => [`${row.city}, ${row.state}`, row]))
  return (await readTable(path.join(folder, 'circles.tsv'), circleRow)).map(({ place, ...row }) => {
    const found = towns.get(place)
    if (!found) throw new Error(`${row.title} is in ${place}, which cities.tsv does not have`)
    return { ...row, town: found }
  })
}
