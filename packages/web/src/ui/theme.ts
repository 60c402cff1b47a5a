import { createTheme, defaultVariantColorsResolver, rem } from '@mantine/core'
import type { CSSVariablesResolver, MantineColorsTuple, VariantColorsResolver } from '@mantine/core'

const ember: MantineColorsTuple = [
  '#FBF0EC',
  '#F6DED7',
  '#EFC1B5',
  '#EB9D8A',
  '#E7775D',
  '#D65D42',
  '#C4472B',
  '#A93B22',
  '#8A301C',
  '#6B2616',
]
const gray: MantineColorsTuple = [
  '#F5F3EF',
  '#EFECE6',
  '#E9E6DF',
  '#E4E1DA',
  '#D5D1C8',
  '#8F8B82',
  '#66635C',
  '#4C4A45',
  '#33322F',
  '#1E2227',
]
const dark: MantineColorsTuple = [
  '#ECEAE4',
  '#C6C4BE',
  '#A3A19B',
  '#8A8882',
  '#3A3D42',
  '#2C2E32',
  '#202226',
  '#17181A',
  '#121315',
  '#0D0E0F',
]
const red: MantineColorsTuple = [
  '#FCEFF0',
  '#F8DCDE',
  '#F0B7BC',
  '#EF959C',
  '#EE868E',
  '#CF4450',
  '#B3232F',
  '#981B26',
  '#7C161F',
  '#5F1118',
]

/**
 * Filled buttons have white text on the deep colours of the light scheme, and dark text on the pale colours of the
 * dark scheme.
 */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const color = input.color ?? input.theme.primaryColor
  if (input.variant === 'filled' && (color === 'ember' || color === 'red')) {
    return { ...colors, color: 'var(--tavla-on-accent)' }
  }
  return colors
}

/** Colours of people, one list for each scheme. */
export type PeopleColors = Readonly<
  Record<'light' | 'dark', { readonly paint: readonly string[]; readonly ink: string }>
>

function peopleVariables({ paint, ink }: PeopleColors['light']): Record<string, string> {
  return {
    ...Object.fromEntries(paint.map((color, place) => [`--tavla-person-${place}`, color])),
    '--tavla-on-person': ink,
  }
}

/** Design tokens of both schemes. Our style sheets use only `--tavla-…`. */
export const cssVariables =
  (people: PeopleColors): CSSVariablesResolver =>
  () => ({
    variables: {
      '--tavla-header-height': rem(56),
    },
    light: {
      ...peopleVariables(people.light),
      '--tavla-paper': '#FAF9F6',
      '--tavla-surface': '#FFFFFF',
      '--tavla-wash': '#F1EEE8',
      '--tavla-ink': '#1E2227',
      '--tavla-muted': '#66635C',
      '--tavla-line': '#E4E1DA',
      '--tavla-line-strong': '#CFCBC1',
      '--tavla-accent': '#C4472B',
      '--tavla-accent-soft': '#FBEEEA',
      '--tavla-on-accent': '#FFFFFF',
      '--tavla-selection': '#5B5FD6',
      '--tavla-selection-soft': '#ECECFA',
      '--tavla-selection-ink': '#4347B0',
      '--tavla-danger': '#B3232F',
      '--tavla-good': '#2F7A4F',
      '--tavla-shadow': '0 1px 2px rgb(30 34 39 / 5%), 0 8px 24px rgb(30 34 39 / 9%)',
      '--mantine-color-body': '#FAF9F6',
      '--mantine-color-text': '#1E2227',
      '--mantine-color-dimmed': '#66635C',
      '--mantine-color-placeholder': '#757168',
      '--mantine-color-anchor': '#B03E25',
      '--mantine-color-error': '#B3232F',
      '--mantine-color-default-border': '#D8D4CB',
      '--mantine-color-default-hover': '#F5F3EF',
      '--mantine-color-red-light': '#FBEDEE',
      '--mantine-color-red-light-color': '#981B26',
      '--mantine-color-ember-light': '#FBEEEA',
      '--mantine-color-ember-light-hover': '#F6E0D9',
      '--mantine-color-ember-light-color': '#A93B22',
    },
    dark: {
      ...peopleVariables(people.dark),
      '--tavla-paper': '#17181A',
      '--tavla-surface': '#1E2023',
      '--tavla-wash': '#25272B',
      '--tavla-ink': '#ECEAE4',
      '--tavla-muted': '#A3A19B',
      '--tavla-line': '#2C2E32',
      '--tavla-line-strong': '#44474D',
      '--tavla-accent': '#E7775D',
      '--tavla-accent-soft': '#33221E',
      '--tavla-on-accent': '#17181A',
      '--tavla-selection': '#8F8CF5',
      '--tavla-selection-soft': '#2A2A45',
      '--tavla-selection-ink': '#B9B7FA',
      '--tavla-danger': '#EE868E',
      '--tavla-good': '#7CC498',
      '--tavla-shadow': '0 1px 2px rgb(0 0 0 / 30%), 0 8px 24px rgb(0 0 0 / 40%)',
      '--mantine-color-body': '#17181A',
      '--mantine-color-text': '#ECEAE4',
      '--mantine-color-dimmed': '#A3A19B',
      '--mantine-color-placeholder': '#8F8D87',
      '--mantine-color-anchor': '#EB8B74',
      '--mantine-color-error': '#EE868E',
      '--mantine-color-default': '#1E2023',
      '--mantine-color-gray-light': '#25272B',
      '--mantine-color-default-hover': '#25272B',
      '--mantine-color-default-color': '#ECEAE4',
      '--mantine-color-default-border': '#3A3D42',
      '--mantine-color-red-light': '#38222A',
      '--mantine-color-red-light-color': '#F2A3A9',
      '--mantine-color-red-outline': '#EE868E',
      '--mantine-color-ember-light': '#33221E',
      '--mantine-color-ember-light-hover': '#3F2822',
      '--mantine-color-ember-light-color': '#F0A08D',
    },
  })

/**
 * Font sizes follow a 1.2 scale from 12 px, spacing a 4 px grid; corner radius 6 px for controls, 8 px for cards,
 * 12 px for dialogs.
 */
export const theme = createTheme({
  primaryColor: 'ember',
  primaryShade: { light: 6, dark: 4 },
  colors: { ember, gray, dark, red },
  black: '#1E2227',
  white: '#FFFFFF',
  fontFamily: 'var(--tavla-font)',
  fontFamilyMonospace: "'JetBrains Mono', ui-monospace, Consolas, monospace",
  fontSizes: { xs: rem(12), sm: rem(14.4), md: rem(14.4), lg: rem(17.28), xl: rem(20.74) },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontFamily: 'var(--tavla-font)',
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: rem(24.88), lineHeight: '1.25' },
      h2: { fontSize: rem(20.74), lineHeight: '1.25' },
      h3: { fontSize: rem(17.28), lineHeight: '1.25' },
      h4: { fontSize: rem(14.4), lineHeight: '1.25' },
      h5: { fontSize: rem(14.4), lineHeight: '1.25' },
      h6: { fontSize: rem(12), lineHeight: '1.25' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  defaultRadius: 'sm',
  shadows: {
    xs: 'none',
    sm: 'var(--tavla-shadow)',
    md: 'var(--tavla-shadow)',
    lg: 'var(--tavla-shadow)',
    xl: 'var(--tavla-shadow)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: variantColors,
  components: {
    Button: { defaultProps: { fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Badge: { defaultProps: { tt: 'none', fw: 500 } },
    Modal: {
      styles: { title: { fontWeight: 600, fontSize: rem(17.28), lineHeight: 1.25 } },
      defaultProps: {
        radius: 'lg',
        centered: true,
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.35 },
        transitionProps: { transition: 'fade', duration: 140 },
      },
    },
    Drawer: {
      styles: { title: { fontWeight: 600, fontSize: rem(17.28), lineHeight: 1.25 } },
      defaultProps: { overlayProps: { backgroundOpacity: 0.35 }, transitionProps: { duration: 160 } },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        transitionProps: { transition: 'fade', duration: 120 },
        // The library's invisible first focus stop is not a valid child of a menu; the first item gets the focus
        // instead.
        withInitialFocusPlaceholder: false,
      },
    },
    InputWrapper: {
      styles: {
        label: { marginBottom: 4 },
        description: { marginTop: 4, lineHeight: 1.4 },
        error: { lineHeight: 1.4 },
      },
    },
    Slider: { defaultProps: { color: 'var(--tavla-selection)' } },
    Switch: { styles: { description: { lineHeight: 1.4 } } },
    Popover: {
      defaultProps: { shadow: 'md', radius: 'md', transitionProps: { transition: 'fade', duration: 120 } },
    },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { transition: 'fade', duration: 120 } } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})
