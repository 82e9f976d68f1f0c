/** The pages of docs/guide, compiled by build/guide.ts. The first one, whose name is empty, lists the others. */
declare module 'virtual:guide' {
  import type { ComponentType } from 'react'

  export const guidePages: readonly { readonly name: string; readonly title: string; readonly Text: ComponentType }[]
}
