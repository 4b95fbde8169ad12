/** How much there is to do: whoever wants to replace the program asks first. */
import type { Clock } from '../clock.ts';
import type { Activity } from '../wire.ts';
import type { Load } from './load.ts';
import type { Registers } from './registers.ts';

/** What it is found out from. */
export interface ActivitySources {
  registers: Registers;
  load: Load;
  /** Records of a register that wait for the portal; `last` is the number of its last record. */
  recorder: { queued(rn: string, last: number): number };
  clock: Clock;
}

/** How much all registers have to do now. */
export async function activityOf({ registers, load, recorder, clock }: ActivitySources): Promise<Activity> {
  let waiting = 0;
  let last = '';
  for (const rn of registers.names) {
    const register = await registers.find(rn);
    if (!register) continue;
    waiting += register.undelivered + recorder.queued(rn, register.nextSq - 1);
    if (register.activity > last) last = register.activity;
  }
  // Local time without offset, which is how it is read; a date may be some minutes ahead.
  const idle = last === '' ? null : Math.max(0, Math.floor((clock.now() - Date.parse(last)) / 1000));
  return { atWork: load.underWay, waiting, idleSeconds: idle };
}
