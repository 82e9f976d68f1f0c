import { type Dollars, formatMoney } from './money.ts'

/** A circle that visitors are shown as an example. */
export type IntroducedCircle = {
  readonly _id: string
  readonly title: string
  readonly city: string
  readonly totalTargetSize: Dollars
  readonly sharesTotal: number
  readonly openArcPrices: Dollars[]
  readonly holdings: Dollars[]
}

type Fact = { readonly key: 'payment' | 'people' | 'rule'; readonly title: string; readonly text: string }

/** What the front page tells visitors. Each fact has to be true of the product as it is. */
export const introduction = {
  label: 'What a circle is',
  /** Every second part is a term. */
  sentence: [
    'A ',
    'circle',
    ' is a few people who buy one property together. It is divided into equal ',
    'arcs',
    ': each one you hold is that share of the house, and, unless its rules say otherwise, that much of the say.',
  ],
  action: 'See a circle filling up',
  facts: [
    {
      key: 'payment',
      title: 'No payment is taken here',
      text: 'You record what you commit, and you may leave until every arc is held.',
    },
    { key: 'people', title: 'Everyone is verified', text: 'A person on our team checks each member before they can join.' },
    {
      key: 'rule',
      title: 'Decisions follow a written rule',
      text: 'You read it before you join: what it takes to pass, and that every outcome is kept.',
    },
  ] satisfies readonly Fact[],
} as const

/** `7 of 12 arcs held, $55,000 each`; without the price where the last arc's price has the rounding difference. */
export function arcsHeldText({ totalTargetSize, sharesTotal, openArcPrices }: IntroducedCircle): string {
  const held = `${sharesTotal - openArcPrices.length} of ${sharesTotal} arcs held`
  return totalTargetSize % sharesTotal === 0 ? `${held}, ${formatMoney(totalTargetSize / sharesTotal)} each` : held
}
