/** A header takes time in proportion to its length: those of strangers are read before anybody has signed in. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runService } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

/** Longest that Node's HTTP takes, less what every request has. */
const LENGTH = 15_000;
const REPEATED = [
  'a',
  ' ',
  '=',
  ',',
  ';',
  '"',
  '\\',
  '/',
  '.',
  '%',
  '1',
  '-',
  ':',
  'a=',
  'a="',
  '=a,',
  'a ',
  '*/*,',
  'q=',
  'ab;',
];
const HEADERS = [
  ...[
    'authorization',
    'accept',
    'accept-language',
    'accept-charset',
    'content-type',
    'cookie',
    'origin',
    'referer',
  ],
  ...[
    'x-forwarded-for',
    'forwarded',
    'if-none-match',
    'range',
    'user-agent',
    'sec-fetch-site',
    'api_key',
    'host',
  ],
];
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
    const begins = header === 'authorization' ? ['', 'Digest ', 'Bearer ', 'Basic '] : [''];
    for (const begin of begins) {
      for (const part of REPEATED) {
        const value = begin + part.repeat(Math.floor(LENGTH / part.length));
        // Rubbish may be collected in one of them; what is slow is slow each time.
        const tries: number[] = [await cost(header, value)];
        while (tries.at(-1)! > MOST && tries.length < 4) tries.push(await cost(header, value));
        if (tries.at(-1)! > MOST) slow.push(`${header}: ${begin}${part}${part}...: ${tries.join(', ')} ms`);
      }
    }
  }
  expect(slow).toEqual([]);
});
