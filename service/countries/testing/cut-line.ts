/** A line to an authority that is cut, in the whole conversation from the first byte of TLS to the last of the answer. */
import { expect } from 'vitest';
import type { TraC } from '../../receipt/tra.ts';
import type { Register } from '../../register/register.ts';
import { lineTo } from '../../testing/line.ts';
import type { Room } from '../../testing/registers.ts';
import { runs, SEED } from '../../testing/runs.ts';

/** A register that tells an authority. */
export interface TellingShop {
  room: Room;
  register: Register;
  attributes(text: string): void;
  sell(): Promise<TraC>;
}

/** Places at which the line is cut; many more at night, and others each time. */
const CUTS = runs(6);
const NEVER = new AbortController().signal;

/**
 * Sells over a line that is cut after so many bytes, each time later.
 * @param setting attribute with the address of the authority, and that address
 * @returns how many sales there were
 */
export async function sellOverCutLine(
  { room, register, attributes, sell }: TellingShop,
  [setting, url]: [string, string],
): Promise<number> {
  const { port, pathname } = new URL(url);
  const line = await lineTo(Number(port));
  attributes(`${setting}=https://localhost:${line.port}${pathname}`);
  line.mend();
  expect((await sell()).Result).toEqual({ RC: 'OK' });
  const whole = line.used;
  const step = Math.max(1, Math.floor(whole / CUTS));
  let [sold, cut] = [1, 0];
  for (let bytes = 1 + (SEED % step); bytes < whole; bytes += step) {
    line.cutAfter(bytes, true);
    const { Result } = await sell();
    expect(Result.RC).toBe('OK');
    if (Result.ErrorCode !== undefined) cut++;
    line.mend();
    sold++;
    room.clock.advance(61_000);
    await register.deliver(NEVER);
  }
  expect(cut).toBeGreaterThan(0);
  expect(register.undelivered).toBe(0);
  return sold;
}
