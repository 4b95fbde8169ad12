import zones from '../../../resources/time-zones.json';

const COUNTRIES: Readonly<Record<string, string>> = zones;

/**
 * The country that a shop is most likely in: that of the computer's time zone, else the region
 * of a language of the browser.
 * @param isKnown whether it can be chosen
 * @returns ISO 3166 code; null where nothing tells
 */
export function likelyCountry(
  timeZone: string,
  languages: readonly string[],
  isKnown: (code: string) => boolean,
): string | null {
  const ofZone = Object.hasOwn(COUNTRIES, timeZone) ? COUNTRIES[timeZone] : undefined;
  const regions = languages.map((language) => /-([A-Z]{2})$/.exec(language)?.[1]);
  return [ofZone, ...regions].find((code) => code !== undefined && isKnown(code)) ?? null;
}
