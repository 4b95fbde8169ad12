import http from 'node:http';
import { expect, it, vi } from 'vitest';
import { issue } from '../receipt/issue.ts';
import { openRoom } from '../testing/registers.ts';
import { serveRoutes } from '../testing/route-server.ts';
import { send } from '../testing/running-service.ts';
import { peripheralRoutes } from './peripherals.ts';
import type { Printer, PrinterState } from '../printing/printer.ts';

const STATE: PrinterState = {
  ModuleName: 'Double',
  ID: 'SN 1',
  ZI: 7,
  SimpleState: {
    ...{ DayOpen: true, ZRequired: null, NextZRequired: null, DrawerOpen: false, PaperNearEnd: null },
    ...{ PaperEnd: false, CoverOpen: false, MemAlmostFull: null, MemFull: null, CertExpires: null },
  },
};

/** A printer that remembers what it was told; without paper after the first print. */
function printer(): Printer & { told: string[] } {
  const told: string[] = [];
  const tell = (what: string) => {
    told.push(what);
    return Promise.resolve(null);
  };
  return {
    told,
    print: (text) =>
      told.length > 0 ? Promise.resolve(issue('#NO_PRINTER', '', 'no paper')) : tell(`print ${text}`),
    display: (text) => tell(`display ${text}`),
    openDrawer: () => tell('open'),
    drawerClosed: () => tell('wait'),
    state: () => Promise.resolve({ state: STATE }),
  };
}

async function serve(connected: Printer | null) {
  const { registers } = await openRoom();
  const url = await serveRoutes(
    peripheralRoutes(registers, (rn) => Promise.resolve(rn === 'def' ? connected : null)),
  );
  return (method: string, path: string, body?: string | Buffer, headers = {}) =>
    send(`${url}/peri/${path}`, method, body, { 'content-type': 'text/plain', ...headers });
}

it.each([
  ['POST', 'print'],
  ['GET', 'print/state'],
  ['POST', 'display'],
  ['POST', 'drawer'],
  ['POST', 'drawer/wait'],
])('is NO without a printer: %s /peri/%s', async (method, path) => {
  const ask = await serve(null);
  const answer = await ask(method, path, method === 'POST' ? 'TOTAL 4,20' : undefined);
  expect(answer.status).toBe(406);
  expect(answer.json.PeriC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#NO_PRINTER' });
  const xml = await ask(method, path, undefined, { accept: 'text/xml' });
  expect(xml.text).toContain('<PeriC><Result RC="NO"><ErrorCode>#NO_PRINTER</ErrorCode>');
});

it('gives texts and orders to the printer of the register', async () => {
  const double = printer();
  const ask = await serve(double);
  expect((await ask('POST', 'print', 'Olá\n')).json).toEqual({ PeriC: { Result: { RC: 'OK' } } });
  await ask('POST', 'display', 'TOTAL 4,20');
  await ask('POST', 'drawer');
  await ask('POST', 'drawer/wait?rn=def');
  expect(double.told).toEqual(['print Olá\n', 'display TOTAL 4,20', 'open', 'wait']);
  expect((await ask('POST', 'drawer?RN=till2')).status).toBe(406);
});

it('tells what the printer could not do', async () => {
  const ask = await serve(printer());
  await ask('POST', 'print', 'a');
  const answer = await ask('POST', 'print', 'b');
  expect(answer.status).toBe(406);
  expect(answer.json.PeriC.Result.Warning).toEqual(['#NO_PRINTER no paper']);
});

it('tells its state', async () => {
  const ask = await serve(printer());
  expect((await ask('GET', 'print/state')).json).toEqual(STATE);
  const xml = await ask('GET', 'print/state', undefined, { accept: 'application/xml' });
  expect(xml.text).toContain(
    '<PrinterState ModuleName="Double" ID="SN 1" ZI="7"><SimpleState DayOpen="true"',
  );
});

it('refuses what is no text, and no name of a register', async () => {
  const ask = await serve(printer());
  expect((await ask('POST', 'print', Buffer.from([0xff, 0x41, 0xfe]))).status).toBe(400);
  expect((await ask('POST', 'drawer?rn=..%2Fx')).json.PeriC.Result.ErrorCode).toBe('#RN');
});

it('lays out no more text than some metres of paper', async () => {
  const double = printer();
  const ask = await serve(double);
  expect((await ask('POST', 'print', 'x'.repeat(262_145))).status).toBe(413);
  expect(double.told).toEqual([]);
  expect((await ask('POST', 'print', 'x'.repeat(262_144))).status).toBe(200);
});

it('says that it still waits while the drawer is open, and stops when nobody waits any more', async () => {
  const { registers } = await openRoom();
  let gone: AbortSignal | null = null;
  const waiting: Printer = {
    ...printer(),
    drawerClosed(signal) {
      gone = signal;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
    },
  };
  const url = await serveRoutes(peripheralRoutes(registers, () => Promise.resolve(waiting), 10));
  const request = http.request(`${url}/peri/drawer/wait`, { method: 'POST' });
  request.on('error', () => undefined);
  const interim = new Promise<number>((resolve) =>
    request.once('information', ({ statusCode }) => resolve(statusCode)),
  );
  request.end();
  expect(await interim).toBe(102);
  request.destroy();
  await vi.waitFor(() => expect(gone?.aborted).toBe(true));
});
