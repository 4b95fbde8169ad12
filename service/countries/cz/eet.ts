/** The authority's systems for records of sales: where they are, and how they write times. */
import { withOffset, zoneMoment, zoneTime } from '../base/online/zone-time.ts';
import type { EetVersion } from './version.ts';

/** By version. Those of version 3 were switched off with its end. */
const SYSTEMS: Readonly<
  Record<EetVersion, { production: string; test: string; schema: string; action: string }>
> = {
  3: {
    production: 'https://prod.eet.cz',
    test: 'https://pg.eet.cz',
    schema: 'http://fs.mfcr.cz/eet/schema/v3',
    action: 'http://fs.mfcr.cz/eet/OdeslaniTrzby',
  },
  4: {
    production: 'https://trzbyeet.gov.cz',
    test: 'https://pg.trzbyeet.gov.cz',
    schema: 'http://fs.gov.cz/eet/schema/v4',
    action: 'http://fs.gov.cz/eet/OdeslaniTrzby',
  },
};

/** Where a message goes. @param other another system, such as the emulator */
export function eetUrl(version: EetVersion, isTest: boolean, other: string | undefined): string {
  const { production, test } = SYSTEMS[version];
  const origin = isTest ? (other ?? test) : production;
  return `${origin.endsWith('/') ? origin.slice(0, -1) : origin}/eet/services/EETServiceSOAP/v${version}`;
}

/** Namespace of messages, and value of the HTTP header SOAPAction. */
export function protocolOf(version: EetVersion): { schema: string; action: string } {
  return SYSTEMS[version];
}

const ZONE = 'Europe/Prague';

/** A local time with its offset. */
export const withPragueOffset = withOffset(zoneTime(ZONE));

/** Milliseconds since 1970 with the offset of then. */
export const pragueMoment = zoneMoment(ZONE);
