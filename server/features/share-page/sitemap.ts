import type { Database } from '#server/db/connect.ts'

type SitemapEntry = { readonly id: string; readonly updatedAt: Date }

const visibleCircles = (db: Database) => db.selectFrom('circles').where('deleted_at', 'is', null).where('hide_circle', '=', false)

export async function countSitemapPages(db: Database, size: number): Promise<number> {
  const { circles } = await visibleCircles(db)
    .select((select) => select.fn.countAll<number>().as('circles'))
    .executeTakeFirstOrThrow()
  return Math.max(1, Math.ceil(circles / size))
}

/** The circles on one page, which begin with 1; by id, so that a new circle is on the last one. */
export const readSitemapPage = (db: Database, page: number, size: number): Promise<SitemapEntry[]> =>
  visibleCircles(db)
    .select(['id', 'updated_at as updatedAt'])
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
