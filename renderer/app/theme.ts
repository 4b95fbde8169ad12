import {
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  mergeMantineTheme,
} from '@mantine/core';

/*
 * The look of the pages: colours, sizes, and how components stand out when
 * nothing else is said. Mantine would write its variables into a style tag,
 * which the content security policy forbids: the build puts them before
 * `theme.css` instead (`variables`, vite.config.ts).
 */

/** A colour in one appearance: as a face with white on it, and pale with ink on it. */
interface Shade {
  filled: string;
  filledHover: string;
  light: string;
  lightHover: string;
  ink: string;
}

/** What the names of colours mean: petrol leads, green is well, yellow needs a look, red is bad, gray is so. */
const shades: Record<'light' | 'dark', Record<'petrol' | 'green' | 'yellow' | 'red' | 'gray', Shade>> = {
  light: {
    petrol: shade('#1d4f5c', '#163e48', '#dde6e6', '#eef1f0', '#1d4f5c'),
    green: shade('#11763f', '#0c5a30', '#e1f3e7', '#d0ebd9', '#0c5a30'),
    yellow: shade('#f6b91a', '#e0a512', '#fdf0c9', '#fbe6a6', '#644600'),
    red: shade('#b42318', '#8f1a11', '#fde6e3', '#fbd5d0', '#98180e'),
    gray: shade('#566067', '#464e54', '#edf0ef', '#e1e5e4', '#1b2023'),
  },
  dark: {
    petrol: shade('#25697a', '#2e7d90', '#3a464b', '#2a3135', '#8fcbd9'),
    green: shade('#15743f', '#1a8a4b', '#17341f', '#1e4329', '#92dcae'),
    yellow: shade('#e0a512', '#f0b93a', '#3b300d', '#4a3d12', '#f4d272'),
    red: shade('#b3261e', '#cb3a31', '#451a16', '#57221d', '#ffb4a9'),
    gray: shade('#465057', '#566067', '#2a3135', '#353d42', '#e6e9e8'),
  },
};

function shade(filled: string, filledHover: string, light: string, lightHover: string, ink: string): Shade {
  return { filled, filledHover, light, lightHover, ink };
}

/** Light greys: hover, lines between things, lines around fields, soft text, text. */
const GRAY: MantineColorsTuple = [
  ...(['#f6f8f7', '#eef1f0', '#e6eae8', '#dfe2de', '#858e93'] as const),
  ...(['#6b7479', '#565e63', '#464d51', '#30363a', '#1b2023'] as const),
];

/** The same where it is dark: text, soft text, lines, hover, surfaces, the page. */
const DARK: MantineColorsTuple = [
  ...(['#e6e9e8', '#c5cccf', '#a5aeb2', '#6d787e', '#31383c'] as const),
  ...(['#2a3135', '#1d2225', '#1d2225', '#14181a', '#0d1011'] as const),
];

/** Mantine wants ten shades of every colour; what is seen of them are `shades`. */
function tuple({ light, filled, ink }: Shade): MantineColorsTuple {
  return [light, light, light, light, filled, filled, filled, ink, ink, ink];
}

/** The look of all components, with what they are like when nothing else is said. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 6, dark: 6 },
  black: '#1b2023',
  colors: {
    gray: GRAY,
    dark: DARK,
    petrol: tuple(shades.light.petrol),
    green: tuple(shades.light.green),
    yellow: tuple(shades.light.yellow),
    red: tuple(shades.light.red),
  },
  fontFamilyMonospace:
    "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.875rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4' },
  fontWeights: { regular: '400', medium: '600', bold: '650' },
  // `lg` between the parts of a page and `xl` inside of them make way on narrow screens.
  spacing: {
    xs: '0.5rem',
    sm: '0.75rem',
    md: '1rem',
    lg: 'clamp(0.75rem, 1.5vw, 1.25rem)',
    xl: 'clamp(1rem, 1.75vw, 1.5rem)',
  },
  radius: { sm: '0.25rem', md: '0.5rem', lg: '0.75rem', xl: '1.125rem' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: 'clamp(1.625rem, 3vw, 2.125rem)', fontWeight: '700', lineHeight: '1.25' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'lg' } },
    Alert: { defaultProps: { variant: 'light' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Badge: { defaultProps: { variant: 'light', size: 'lg' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Button: { defaultProps: { variant: 'default' } },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: {
      defaultProps: { size: 'md', inputWrapperOrder: ['label', 'description', 'input', 'error'] },
    },
    List: { defaultProps: { spacing: 'xs' } },
    Modal: { defaultProps: { centered: true, padding: 'xl', radius: 'lg', size: '34rem' } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    Switch: { defaultProps: { size: 'md', withThumbIndicator: false } },
    Table: { defaultProps: { verticalSpacing: 'sm', tabularNums: true } },
    Title: { defaultProps: { order: 2 } },
  },
});

/** Variables of the pages that are not Mantine's, and where theirs differ. */
const own: CSSVariablesResolver = () => ({
  variables: {
    /** The least height and width of what a finger has to find. */
    '--tm-touch': '2.75rem',
    '--tm-focus': '3px solid var(--tm-focus-colour)',
    '--tm-on-yellow': '#231900',
  },
  light: {
    ...shadeVariables('light'),
    '--tm-page': '#f3f4f2',
    '--tm-line': '#dfe2de',
    '--tm-chosen': '#dde6e6',
    '--tm-focus-colour': '#1257c2',
    '--tm-progress': '#1d7a94',
    '--tm-paper': '#fffefa',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-light-color)',
    '--mantine-color-error': 'var(--mantine-color-red-light-color)',
    '--mantine-color-default-hover': '#eef1f0',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
  },
  dark: {
    ...shadeVariables('dark'),
    '--tm-page': '#14181a',
    '--tm-line': '#31383c',
    '--tm-chosen': '#3a464b',
    '--tm-focus-colour': '#8ab4ff',
    '--tm-progress': '#4fb3cc',
    '--tm-paper': '#f4f2ea',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-light-color)',
    '--mantine-color-error': 'var(--mantine-color-red-light-color)',
    '--mantine-color-default-color': 'var(--mantine-color-text)',
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-3)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
  },
});

function shadeVariables(appearance: 'light' | 'dark'): Record<string, string> {
  const variables = Object.entries(shades[appearance]).flatMap(([name, of]) => [
    [`--mantine-color-${name}-text`, of.ink],
    [`--mantine-color-${name}-filled`, of.filled],
    [`--mantine-color-${name}-filled-hover`, of.filledHover],
    [`--mantine-color-${name}-light`, of.light],
    [`--mantine-color-${name}-light-hover`, of.lightHover],
    [`--mantine-color-${name}-light-color`, of.ink],
  ]);
  return Object.fromEntries(variables) as Record<string, string>;
}

/** A style sheet of all variables; of the colours only those that the theme names. */
export function variables(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const named = Object.entries(whole.colors).filter(([name]) => name in (theme.colors ?? {}));
  const sheet = defaultCssVariablesResolver({
    ...whole,
    colors: Object.fromEntries(named) as typeof whole.colors,
  });
  const more = own(whole);
  return [
    rule(':root', { ...sheet.variables, ...more.variables }),
    rule(":root[data-mantine-color-scheme='light']", { ...sheet.light, ...more.light }),
    rule(":root[data-mantine-color-scheme='dark']", { ...sheet.dark, ...more.dark }),
  ].join('\n');
}

function rule(selector: string, values: Record<string, string>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}:${value};`);
  return `${selector}{${lines.join('')}}`;
}
