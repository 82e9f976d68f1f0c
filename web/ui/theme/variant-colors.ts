import { defaultVariantColorsResolver, type VariantColorResolverResult, type VariantColorsResolver } from '@mantine/core'

const clear = '1px solid transparent'
const quietHover = 'color-mix(in srgb, var(--sunk) 45%, var(--surface))'

const evergreen: Record<string, VariantColorResolverResult> = {
  filled: { background: 'var(--ev-fill)', hover: 'var(--ev-fill-hover)', color: 'var(--ev-on)', border: clear },
  outline: { background: 'var(--surface)', hover: quietHover, color: 'var(--ink)', border: '1px solid var(--line-strong)' },
  default: { background: 'var(--surface)', hover: quietHover, color: 'var(--ink)', border: '1px solid var(--line-strong)' },
  light: {
    background: 'var(--ev-tint)',
    hover: 'color-mix(in srgb, var(--ev-tint-line) 40%, var(--ev-tint))',
    color: 'var(--ev-text)',
    border: '1px solid var(--ev-tint-line)',
  },
  subtle: { background: 'transparent', hover: 'var(--ev-tint)', color: 'var(--ev-text)', border: clear },
}

const red: Record<string, VariantColorResolverResult> = {
  filled: { background: 'var(--red)', hover: 'var(--red-hover)', color: 'var(--red-on)', border: clear },
  outline: { background: 'transparent', hover: 'var(--red-tint)', color: 'var(--red)', border: '1px solid var(--red)' },
  subtle: { background: 'transparent', hover: 'var(--red-tint)', color: 'var(--red)', border: clear },
}

const gray: Record<string, VariantColorResolverResult> = {
  subtle: { background: 'transparent', hover: 'color-mix(in srgb, var(--sunk) 60%, transparent)', color: 'var(--ink-2)', border: clear },
}

const own: Record<string, Record<string, VariantColorResolverResult>> = { evergreen, red, gray }

/** Button colours by role, so that they follow the scheme. Mantine's own contrast rule considers only the light shade. */
export const variantColors: VariantColorsResolver = (input) =>
  own[input.color ?? input.theme.primaryColor]?.[input.variant] ?? defaultVariantColorsResolver(input)
