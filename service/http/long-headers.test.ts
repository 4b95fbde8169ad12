/** A header takes time in proportion to its length: those of strangers are read before anybody has signed in. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { beginnings, HEADERS, LONGEST_HEADER, REPEATED } from '../testing/long-headers.ts';
import { runService } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

/** CPU time, ms: what is needed is 1 to 5; the square of 15,000 steps takes 100 and more. */
const MOST = 60;

it('headers of any kind cost no more than their length', { timeout: 120_000 }, async () => {
  const before = await runService();
  await before.stop();
  await fs.writeFile(path.join(before.dataRoot, 'gbl', '.htdigest'), `caixa:EFR:${'0'.repeat(32)}\n`);
  const running = await runService({ again: before });
  const cost = async (header: string, value: string): Promise<number> => {
    const start = process.cpuUsage();
    await running.post('/register', sale('1.00'), { [header]: value }).catch(() => undefined);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const slow: string[] = [];
  for (const header of HEADERS) {
    for (const begin of beginnings(header)) {
      for (const part of REPEATED) {
        const value = begin + part.repeat(Math.floor(LONGEST_HEADER / part.length));
        // Rubbish may be collected in one of them; what is slow is slow each time.
        const tries: number[] = [await cost(header, value)];
        while (tries.at(-1)! > MOST && tries.length < 4) tries.push(await cost(header, value));
        if (tries.at(-1)! > MOST) slow.push(`${header}: ${begin}${part}${part}...: ${tries.join(', ')} ms`);
      }
    }
  }
  expect(slow).toEqual([]);
});
