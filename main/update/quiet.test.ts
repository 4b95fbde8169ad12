import { expect, it } from 'vitest';
import type { Activity } from '../../service/wire.ts';
import type { ServiceState } from '../bridge.ts';
import { QUIET_FOR, quietOf } from './quiet.ts';

const url = 'http://127.0.0.1:5618';
const ready: ServiceState = { state: 'ready', url, problems: [] };
const ask = (state: ServiceState, activity: Activity | null) =>
  quietOf({ state, activity: () => Promise.resolve(activity) });
const idle = { atWork: 0, waiting: 4, idleSeconds: QUIET_FOR };

it('is quiet when nothing was registered for two minutes, whatever waits to be sent', async () => {
  expect(await ask(ready, idle)).toEqual({ isQuiet: true, waiting: 4 });
  expect(await ask(ready, { ...idle, idleSeconds: null })).toEqual({ isQuiet: true, waiting: 4 });
});

it.each<[string, ServiceState, Activity | null]>([
  ['a receipt is in flight', ready, { ...idle, atWork: 1 }],
  ['somebody has just sold', ready, { ...idle, idleSeconds: QUIET_FOR - 1 }],
  ['the service does not answer', ready, null],
  ['the service is starting', { state: 'starting' }, null],
  ['the service is not ours', { state: 'attached', url, ready: true, problems: [] }, null],
])('is not quiet while %s', async (_what, state, activity) => {
  expect(await ask(state, activity)).toEqual({ isQuiet: false });
});

it('is quiet where nothing runs: an update may be what mends it', async () => {
  expect(await ask({ state: 'failed', reason: 'usage', text: '' }, null)).toEqual({
    isQuiet: true,
    waiting: 0,
  });
});
