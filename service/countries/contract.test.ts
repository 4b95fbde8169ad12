/** A country of each kind that is none, against the suite of all countries; theirs stands in the folder of each. */
import { vi } from 'vitest';
import { contractSuite } from './contract.suite.ts';
import type * as countries from './list.ts';
import { generic } from './generic/testing/example.ts';
import { device } from './testing/device-example.ts';
import { online } from './testing/online-example.ts';

vi.mock('./list.ts', async (original) => {
  const { withDeviceCountry } = await import('../testing/device-country.ts');
  const { withOnlineCountry } = await import('../testing/online-country.ts');
  return withDeviceCountry(withOnlineCountry(await original<typeof countries>()));
});

for (const example of [generic, online, device]) contractSuite(example);
