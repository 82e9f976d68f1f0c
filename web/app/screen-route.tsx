import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Need } from '#contract/gates.ts'
import type { ScreenHandle } from './gates/gate.tsx'
import { ScreenFailure } from './screen-failure.tsx'

type Loaded = Promise<ComponentType>

/**
 * After the next paint: asking for chunks adds a link for each of them to the page, and what is pressed would answer only then. A page that is
 * not shown paints nothing, so it waits for a moment only.
 */
const afterPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })

/** A function: of an object, `lazy: { Component }`, React Router ignores the failure and renders an empty page. */
const lazily = (load: () => Loaded) => async () => {
  await afterPaint()
  return { Component: await load() }
}

/** A screen: path, title, required access, and its lazy module. */
export const screen = (path: string, title: string, need: Need, load: () => Loaded): RouteObject => ({
  path,
  handle: { title, need } satisfies ScreenHandle,
  lazy: lazily(load),
})

/** Screens in a layout. A screen's errors are shown inside its layout. */
export const layout = (load: () => Loaded, screens: RouteObject[]): RouteObject => ({
  lazy: lazily(load),
  children: [{ errorElement: <ScreenFailure />, children: screens }],
})
