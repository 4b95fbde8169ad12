/** A fiscal printer in trouble, as tills of several countries see it. */
import http from 'node:http';
import { expect, vi } from 'vitest';
import type { Tree } from '../../receipt/tree.ts';
import { lineTo } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import type { Answer, Running } from '../../testing/running-service.ts';
import type { PrinterKit, PrinterShop } from './printer-shop.ts';

/** Tests that cut a line at every byte at night. */
export const CUT_TIMEOUT = { timeout: runs(1) > 1 ? 3_600_000 : 60_000 };
/** Places where a line is cut by day. */
const CUTS = 9;

/** A printer that stands still until it is told otherwise. */
type HeldShop = PrinterShop<PrinterKit<PrinterKit['emulator'] & { hold(): () => void }>>;

/** Codes of what the status page shows. */
export async function problemsOf({ running }: { running: Running }): Promise<string[]> {
  return (await running.get('/control/status')).json.problems.map(({ code }: { code: string }) => code);
}

/**
 * Sells while the printer stands still: `/last` answers 423, and the till gets interim answers (102).
 * Wants the attribute `HttpServer_respond102=1`.
 * @returns the answer, which is that of `/last`
 */
export async function sellInterim({ running, emulator }: HeldShop, esr: Tree): Promise<string> {
  const release = emulator.hold();
  const interim: number[] = [];
  const answer = new Promise<string>((resolve, reject) => {
    const request = http.request(`${running.url}/register`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, agent: false },
    });
    request.on('information', ({ statusCode }) => interim.push(statusCode)).on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text));
    });
    request.end(JSON.stringify({ Tra: { ESR: esr } }));
  });
  await vi.waitFor(async () => {
    const last = await running.get('/last');
    expect([last.status, last.json.TraC.Result.ErrorCode]).toEqual([423, '#DEVICE_AT_WORK']);
  });
  await vi.waitFor(() => expect(interim).toContain(102));
  release();
  const text = await answer;
  expect((await running.get('/last')).text).toBe(text);
  return text;
}

/**
 * Sells to a printer that stands still as soon as it hears a text, and is not waited for.
 * @param attributes of the profile besides those of the printer
 * @returns what the till is told, and what lets the printer go on
 */
export async function sellToSlow(
  { emulator, set, sell }: HeldShop,
  esr: Tree,
  heard: string,
  attributes = '',
): Promise<{ answer: Answer; release: () => void }> {
  const line = await lineTo(emulator.port);
  await set(attributes, line.port);
  await sell();
  line.mend();
  // From now on: the first receipt may take its time on a busy machine.
  await set(`Fiscal_Timeout=300 ${attributes}`, line.port);
  const held = Promise.withResolvers<() => void>();
  line.heard = (text) => {
    if (text.includes(heard)) held.resolve(emulator.hold());
  };
  const answer = await sell(esr);
  line.heard = () => undefined;
  return { answer, release: await held.promise };
}

/**
 * Sells while the line is cut, for a moment or until the till has its answer: at every byte at night,
 * at some of them else. Each receipt is registered, and in the memory once.
 * @param printed how many documents are in the memory
 * @param attributes of the profile besides those of the printer
 * @param perDay receipts after which the day is closed, where its numbers end
 * @returns how many there are in the end
 */
export async function sellOverCutLine(
  { sell, set, sale, emulator }: PrinterShop,
  printed: () => number,
  attributes = '',
  perDay = Infinity,
): Promise<number> {
  const line = await lineTo(emulator.port);
  await set(attributes, line.port);
  // Its profile being written, its page may ask the printer, too.
  await sell();
  line.mend();
  await sell();
  const whole = line.used;
  const isNight = runs(1) > 1;
  let count = 2;
  for (let bytes = 1; bytes < whole; bytes += isNight ? 1 : Math.ceil(whole / CUTS)) {
    for (const isOnce of [true, false]) {
      const esr = { ...sale, TP: `${bytes} ${String(isOnce)}` };
      line.cutAfter(bytes, isOnce);
      const { json } = await sell(esr);
      line.mend();
      if (json.TraC.Result.RC !== 'OK') {
        expect([bytes, json.TraC.Result.RC]).toEqual([bytes, 'NO']);
        expect([bytes, (await sell(esr, '/restart')).json.TraC.Result.RC]).toEqual([bytes, 'OK']);
      }
      count += 1;
      expect([bytes, printed()]).toEqual([bytes, count]);
      if (count % perDay === 0) expect((await sell({ NFS: 'Z' })).json.TraC.Result.RC).toBe('OK');
    }
  }
  return count;
}
