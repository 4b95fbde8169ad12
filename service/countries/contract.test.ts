/** All countries of the list, and one of each kind that is none, against one suite. */
import { vi } from 'vitest';
import { contractSuite } from './contract.suite.ts';
import type * as countries from './list.ts';
import { austria } from './at/testing/example.ts';
import { germany } from './de/testing/example.ts';
import { generic } from './generic/testing/example.ts';
import { france } from './fr/testing/example.ts';
import { croatia } from './hr/testing/example.ts';
import { czechia } from './cz/testing/example.ts';
import { italy } from './it/testing/example.ts';
import { portugal } from './pt/testing/example.ts';
import { slovenia } from './si/testing/example.ts';
import { device } from './testing/device-example.ts';
import { online } from './testing/online-example.ts';

vi.mock('./list.ts', async (original) => {
  const { withDeviceCountry } = await import('../testing/device-country.ts');
  const { withOnlineCountry } = await import('../testing/online-country.ts');
  return withDeviceCountry(withOnlineCountry(await original<typeof countries>()));
});

const EXAMPLES = [
  portugal,
  austria,
  croatia,
  czechia,
  france,
  germany,
  italy,
  slovenia,
  generic,
  online,
  device,
];
for (const example of EXAMPLES) contractSuite(example);
