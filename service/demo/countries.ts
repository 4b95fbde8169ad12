/** Countries that have made-up data, and regions with a law of their own: what `--demo` takes. */
export const DEMO_COUNTRIES = [
  'AT',
  'BE',
  'CZ',
  'DE',
  'DK',
  'ES',
  'ES-BI',
  'FR',
  'HR',
  'HU',
  'IT',
  'NO',
  'PL',
  'PT',
  'SE',
  'SI',
  'SK',
] as const;

/** See {@link DEMO_COUNTRIES}. */
export type DemoCountry = (typeof DEMO_COUNTRIES)[number];

/** Emulated devices and authorities that a demo can choose from, the usual one first. */
export const DEMO_DEVICES: Partial<Readonly<Record<DemoCountry, readonly [string, ...string[]]>>> = {
  HU: ['hu-json', 'hu-fam'],
  IT: ['epson-fp', 'custom-fp', 'custom-rts'],
  SK: ['ekasa', 'ppekk'],
};

/** Whether a country has made-up data. */
export function isDemoCountry(code: string): code is DemoCountry {
  return DEMO_COUNTRIES.some((country) => country === code);
}
