import { addressPattern, paths } from '#contract/paths.ts'
import type { IntroducedCircle } from '#domain/introduction.ts'
import { escaped } from '#first-paint/escape.ts'
import { firstPaintOfCircle, firstPaintOfList } from '#first-paint/first-paint.ts'
import type { Database } from '#server/db/connect.ts'
import { cardSize } from './card.ts'
import { findShare, homeShare, type Share, siteName } from './share-card.ts'

const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}" />`
const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}" />`

function tagsOf({ title, description, picture, card }: Share, publicUrl: string, path: string): string {
  return [
    `<title>${escaped(`${title} · ${siteName}`)}</title>`,
    named('description', description),
    property('og:site_name', siteName),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', publicUrl + path),
    property('og:image', publicUrl + picture),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(cardSize.width)),
    property('og:image:height', String(cardSize.height)),
    property('og:image:alt', [card.title, card.place, ...card.lines].join('. ')),
    named('twitter:card', 'summary_large_image'),
  ].join('\n    ')
}

const lists: ReadonlySet<string> = new Set([paths.findCircles, paths.findCirclesLong])
const homes: ReadonlySet<string> = new Set([...lists, paths.mapView])
const circlePattern = addressPattern(paths.circlePublic(':id'))

type Services = {
  readonly db: Database
  readonly publicUrl: string
  readonly findIntroduced: () => Promise<IntroducedCircle | null>
}

type Opening = { readonly head: string; readonly body: string }

/** How pages open that people share, null for any other. What the public may not see is not indexed, and looks like the home page. */
export function openingOf({ db, publicUrl, findIntroduced }: Services): (path: string, query: URLSearchParams) => Promise<Opening | null> {
  return async (path, query) => {
    if (homes.has(path)) {
      const body = lists.has(path) ? firstPaintOfList(homeShare.title, await findIntroduced()) : ''
      return { head: tagsOf(homeShare, publicUrl, path), body }
    }
    const [, circleId] = circlePattern.exec(path) ?? []
    if (circleId === undefined) return null
    const share = await findShare(db, circleId)
    if (share)
      return {
        head: tagsOf(share, publicUrl, paths.circlePublic(circleId)),
        body: firstPaintOfCircle({ ...share, place: share.card.place, isInvited: query.has('invite') }),
      }
    return { head: `${tagsOf(homeShare, publicUrl, paths.findCircles)}\n    ${named('robots', 'noindex')}`, body: '' }
  }
}
