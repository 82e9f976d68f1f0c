import { addressPattern, paths } from '#contract/paths.ts'
import type { IntroducedCircle } from '#domain/introduction.ts'
import type { Database } from '#server/db/connect.ts'
import { cardSize } from './card.ts'
import { escaped } from './escape.ts'
import { firstPaintOfCircle, firstPaintOfList } from './first-paint.ts'
import { findShare, homeShare, type Share, siteName } from './share-card.ts'

const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}" />`
const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}" />`

/** `path` is the address that search engines and previews name, whatever address was opened. */
function tagsOf({ title, description, picture, card }: Share, publicUrl: string, path: string, isIndexed = true): string {
  return [
    `<title>${escaped(`${title} · ${siteName}`)}</title>`,
    isIndexed ? `<link rel="canonical" href="${escaped(publicUrl + path)}" />` : named('robots', 'noindex'),
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
const publicPattern = addressPattern(paths.circlePublic(':id'))
const insidePattern = addressPattern(paths.circle(':id'))

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
      return { head: tagsOf(homeShare, publicUrl, lists.has(path) ? paths.findCircles : paths.mapView), body }
    }
    const [, publicId] = publicPattern.exec(path) ?? []
    // Members share the address that they see. Strangers are led from it to the public page.
    const [, circleId = publicId] = insidePattern.exec(path) ?? []
    if (circleId === undefined) return null
    const share = await findShare(db, circleId)
    if (!share) return { head: tagsOf(homeShare, publicUrl, paths.findCircles, false), body: '' }
    return {
      head: tagsOf(share, publicUrl, paths.circlePublic(circleId)),
      body: publicId === undefined ? '' : firstPaintOfCircle({ ...share, place: share.card.place, isInvited: query.has('invite') }),
    }
  }
}
