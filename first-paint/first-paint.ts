import { isLead } from '#domain/lead.ts'
import { escaped } from './escape.ts'

/** The frame of public pages as the page itself will draw it (web/app/layouts/column-layout.tsx), with nothing to press yet. */
const framed = (content: string, isWide: boolean): string =>
  `<div class="column-layout_root first-paint" data-wide="${isWide}"><div class="column-layout_publicHeader"><header class="column-layout_publicHeaderInner"><span class="frame_home"><span class="logo_root"><img src="/favicon.svg" width="32" height="32" alt="" />Arcstead</span></span></header></div><main class="frame_main"><div class="frame_page">${content}</div></main></div>`

/** What a visitor can read of the list of circles before the page's script has arrived. */
export const firstPaintOfList = (title: string): string =>
  framed(
    `<div class="find-circles_root"><div class="find-circles_findHeading"><div class="page-heading_root"><div class="page-heading_words"><h1>${escaped(title)}</h1></div></div></div></div>`,
    true,
  )

/** The same of a circle. */
export const firstPaintOfCircle = ({
  title,
  words,
  place,
}: {
  readonly title: string
  readonly words: string
  readonly place: string
}): string =>
  framed(
    `<div class="public-circle_root"><a class="back-button_root" href="/">Back to Circles</a><div class="public-circle_hero"><div><p class="public-circle_place">${escaped(place)}</p><h1 class="display">${escaped(title)}</h1>${isLead(words) ? `<p class="lead public-circle_words">${escaped(words)}</p>` : ''}</div></div></div>`,
    false,
  )
