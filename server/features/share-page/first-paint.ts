import { paths } from '#contract/paths.ts'
import { arcsHeldText, type IntroducedCircle, introduction } from '#domain/introduction.ts'
import { isLead } from '#domain/lead.ts'
import { escaped } from './escape.ts'

/** The frame of public pages as the page itself will draw it (web/app/layouts/column-layout.tsx), with nothing to press yet. */
const framed = (content: string, isWide: boolean): string =>
  `<div class="column-layout_root first-paint" data-wide="${isWide}"><div class="column-layout_publicHeader"><header class="column-layout_publicHeaderInner"><span class="frame_home"><span class="logo_root"><img src="/favicon.svg" width="32" height="32" alt="" />Arcstead</span></span></header></div><main class="frame_main"><div class="frame_page">${content}</div></main></div>`

const sentence = introduction.sentence.map((part, index) => (index % 2 === 1 ? `<b>${escaped(part)}</b>` : escaped(part))).join('')

const facts = introduction.facts
  .map(
    ({ title, text }) =>
      `<li><span class="introduction_icon"></span><div><b>${escaped(title)}</b><span class="introduction_more">${escaped(text)}</span></div></li>`,
  )
  .join('')

const example = (circle: IntroducedCircle): string =>
  `<div class="introduction_example"><a class="introduction_action" href="${paths.circlePublic(circle._id)}">${introduction.action}</a><p class="introduction_arcs num">${escaped(`${circle.title}, ${circle.city}:`)}<br>${arcsHeldText(circle)}</p></div>`

/** The ring without its arcs, which the page draws one after the other. The measures are those of web/ui/ring/ring-sizes.ts. */
const track =
  '<figure class="introduction_ring"><svg class="arc-ring_root" width="180" height="180" viewBox="0 0 180 180" fill="none" aria-hidden="true"><circle class="arc-ring_track" cx="90" cy="90" r="76.5" stroke-width="15" /></svg></figure>'

/** What web/features/search/introduction.tsx renders, which takes the circle from the attribute. */
export const firstPaintOfIntroduction = (circle: IntroducedCircle | null): string =>
  `<section class="card_root introduction_root" aria-label="${introduction.label}" data-has-circle="${circle !== null}" data-introduced="${escaped(JSON.stringify({ circle }))}"><div class="introduction_words"><p class="introduction_sentence">${sentence}</p>${circle ? example(circle) : ''}</div>${circle ? track : ''}<ul class="introduction_facts">${facts}</ul></section>`

/** What a visitor can read of the list of circles before the page's script has arrived. The empty actions keep their height. */
export const firstPaintOfList = (title: string, circle: IntroducedCircle | null): string =>
  framed(
    `<div class="find-circles_root"><div class="find-circles_findHeading"><div class="page-heading_root"><div class="page-heading_words"><h1>${escaped(title)}</h1></div><div class="page-heading_actions"><div class="find-circles_findActions"></div></div></div></div>${firstPaintOfIntroduction(circle)}</div>`,
    true,
  )

/** The same of a circle. For the guests of an invitation, the place above it is kept free for who invites them. */
export const firstPaintOfCircle = ({
  title,
  words,
  place,
  isInvited,
}: {
  readonly title: string
  readonly words: string
  readonly place: string
  readonly isInvited: boolean
}): string =>
  framed(
    `<div class="public-circle_root"><a class="back-button_root" href="/">Back to Circles</a>${isInvited ? '<div class="card_root card_padded invite-top_root"></div>' : ''}<div class="public-circle_hero"><div><p class="public-circle_place">${escaped(place)}</p><h1 class="display">${escaped(title)}</h1>${isLead(words) ? `<p class="lead public-circle_words">${escaped(words)}</p>` : ''}</div></div></div>`,
    false,
  )
