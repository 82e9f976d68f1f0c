import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { brand, scales } from '#domain/brand.ts'
import { variantColors } from './variant-colors.ts'

const mediumSize = { defaultProps: { size: 'md' } }

/** Below this width the phone layout applies: no sidebar, no welcome text, tab bar at the bottom. */
export const phoneQuery = '(width < 48.75em)'

export const theme = createTheme({
  colors: scales,
  primaryColor: 'evergreen',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  black: brand.ink,
  white: brand.surface,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: variantColors,
  fontFamily: 'var(--font-text)',
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.385', sm: '1.43', md: '1.5', lg: '1.55', xl: '1.5' },
  headings: {
    fontFamily: 'var(--font-display)',
    fontWeight: '500',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '2.5rem', lineHeight: '1.1' },
      h2: { fontSize: '1.625rem', lineHeight: '1.2' },
      h3: { fontSize: '1.3125rem', lineHeight: '1.25' },
      h4: { fontSize: '1.125rem', lineHeight: '1.3' },
      h5: { fontSize: '1rem', lineHeight: '1.4' },
      h6: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.375rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  shadows: { xs: 'var(--shadow-1)', sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-2)', xl: 'var(--shadow-3)' },
  breakpoints: { xs: '30em', sm: '48.75em', md: '62em', lg: '75em', xl: '88em' },
  components: {
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    Button: mediumSize,
    Checkbox: { defaultProps: { size: 'md', radius: 'xs' } },
    InputWrapper: mediumSize,
    Input: mediumSize,
    InputBase: mediumSize,
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end' } },
    MultiSelect: mediumSize,
    NumberInput: mediumSize,
    Pagination: { defaultProps: { size: 44, radius: 'md' } },
    PasswordInput: mediumSize,
    PillsInput: mediumSize,
    Select: mediumSize,
    Skeleton: { defaultProps: { radius: 'sm' } },
    Textarea: mediumSize,
    TextInput: mediumSize,
    Tooltip: { defaultProps: { radius: 'sm' } },
  },
})

/** Mantine's variables, mapped to our tokens. The tokens differ by scheme, so both schemes share one mapping. */
export const cssVariables: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-anchor': 'var(--ev-text)',
    '--mantine-color-error': 'var(--amber-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'color-mix(in srgb, var(--sunk) 45%, var(--surface))',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-disabled': 'var(--sunk)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-disabled-border': 'transparent',
    '--mantine-primary-color-filled': 'var(--ev-fill)',
    '--mantine-primary-color-filled-hover': 'var(--ev-fill-hover)',
    '--mantine-primary-color-contrast': 'var(--ev-on)',
    '--mantine-primary-color-light': 'var(--ev-tint)',
    '--mantine-primary-color-light-color': 'var(--ev-text)',
    '--mantine-color-evergreen-filled': 'var(--ev-fill)',
    '--mantine-color-evergreen-filled-hover': 'var(--ev-fill-hover)',
    '--mantine-color-evergreen-light': 'var(--ev-tint)',
    '--mantine-color-evergreen-light-color': 'var(--ev-text)',
    '--mantine-color-evergreen-contrast': 'var(--ev-on)',
    '--mantine-color-clay-filled': 'var(--clay-arc)',
    '--mantine-color-clay-light': 'var(--clay-tint)',
    '--mantine-color-clay-light-color': 'var(--clay-on-tint)',
  }
  return { variables: {}, light: roles, dark: roles }
}
