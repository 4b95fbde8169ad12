import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startService } from '../run/service.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { readPicture } from '../testing/read-picture.ts';
import { runService, send } from '../testing/running-service.ts';
import type { DemoCountry } from './countries.ts';
import { openDemoPrinter } from './open-printer.ts';
import type { PaperOverview } from './wire.ts';

async function start(dataRoot: string, demo?: DemoCountry, demoDevice?: string) {
  const service = await startService(
    { dataRoot, port: 0, host: undefined, demo, ...(demoDevice !== undefined && { demoDevice }) },
    process.cwd(),
  );
  const stop = () => service.stop();
  const call = async (method: string, at: string, body?: object) =>
    (await send(`${service.url}${at}`, method, body, { origin: service.url! })).json;
  const paper = (): Promise<PaperOverview> => call('GET', '/control/paper');
  const change = (what: string, on: unknown) => call('POST', '/control/paper', { what, on });
  const printer = async () => (await call('GET', '/control/status')).printer;
  return { url: service.url!, stop, call, paper, change, printer };
}

it('prints the receipts of a demo on paper that can be looked at, through all troubles', async () => {
  const { url, stop, call, paper, change, printer } = await start(await temporaryFolder(), 'PT');
  onTestFinished(stop);
  await vi.waitFor(async () => expect((await paper()).sheets.filter(({ isCut }) => isCut)).toHaveLength(5));
  expect(await printer()).toMatchObject({ state: 'set', model: 'Epson TM-m30, TM-T20', isEmulated: true });
  const [last] = (await paper()).sheets;
  expect(last).toMatchObject({
    number: 5,
    width: 640,
    text: expect.stringContaining('Tosta mista') as string,
  });
  const picture = await fetch(`${url}/control/paper/pictures/5`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  const [code] = await readPicture(new Uint8Array(await picture.arrayBuffer()));
  expect(code).toMatch(/^A:599999993\*/);

  for (const what of ['paper', 'nearEnd', 'cover', 'jam', 'power', 'cable', 'slow']) {
    expect(await change(what, true)).toMatchObject({ troubles: { [what]: true } });
    expect(await change(what, false)).toMatchObject({ troubles: { [what]: false } });
  }
  expect(await change('paper', 'yes')).toMatchObject({ error: { code: '#ACTION' } });
  expect(await change('constructor', true)).toMatchObject({ error: { code: '#ACTION' } });

  await change('paper', true);
  expect((await call('POST', '/control/devices/test?RN=def', {})).result).toEqual({});
  await vi.waitFor(async () =>
    expect((await call('GET', '/control/devices')).printer).toMatchObject({ seen: 'paper', waiting: 1 }),
  );
  await change('paper', false);
  await vi.waitFor(async () => expect((await paper()).sheets[0]).toMatchObject({ number: 6, isCut: true }));
  expect(await call('DELETE', '/control/paper')).toMatchObject({ sheets: [] });
  expect((await fetch(`${url}/control/paper/pictures/5`)).status).toBe(404);
  // Whoever takes another printer is not shown this one.
  await call('POST', '/profile', { Attributes: 'Printer=epson Printer_Port=127.0.0.1:9' });
  expect(await printer()).toMatchObject({ port: '127.0.0.1:9', isEmulated: false });
});

it.each([
  ['PL', undefined, 'Chleb żytni', 'Dziękujemy i zapraszamy!'],
  ['HU', 'hu-json', 'Hűtőmágnes', 'NYUGTA'],
  ['IT', 'epson-fp', 'Francobolli', 'DOCUMENTO N. 0001-0001'],
  ['IT', 'custom-fp', 'Francobolli', 'DOCUMENTO'],
] as const)('shows the paper of the fiscal printer of a demo: %s %s', async (demo, device, goods, words) => {
  const { url, stop, call, paper, change, printer } = await start(await temporaryFolder(), demo, device);
  onTestFinished(stop);
  expect(await printer()).toMatchObject({ isEmulated: true, isFiscal: true });
  const { sheets, ...rest } = await paper();
  expect(rest).toEqual({ troubles: { paper: false, cover: false }, drawerOpen: false, isFiscal: true });
  const all = sheets.map(({ text }) => text).join('\n');
  expect([all, all]).toEqual([expect.stringContaining(goods), expect.stringContaining(words)]);
  const picture = await fetch(`${url}/control/paper/pictures/${sheets[0]!.number}`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(await change('jam', true)).toMatchObject({ error: { code: '#ACTION' } });
  for (const what of ['paper', 'cover'] as const) {
    expect(await change(what, true)).toMatchObject({ troubles: { [what]: true } });
    expect(await change(what, false)).toMatchObject({ troubles: { [what]: false } });
  }
  expect(await call('DELETE', '/control/paper')).toMatchObject({ sheets: [] });
  await call('POST', '/register', { Tra: { ESR: { NFS: 'Z' } } });
  expect((await paper()).sheets).toHaveLength(1);
});

it('prints what an RT server has registered on the receipt printer of the demo', async () => {
  const { stop, paper, printer } = await start(await temporaryFolder(), 'IT', 'custom-rts');
  onTestFinished(stop);
  expect(await printer()).toMatchObject({ isEmulated: true });
  await vi.waitFor(async () =>
    expect((await paper()).sheets.map(({ text }) => text).join('\n')).toContain('Francobolli'),
  );
});

it('comes back where it was, and tells the profile where it is when that port is taken', async () => {
  const profile: Record<string, string> = {};
  const place = {
    folder: await temporaryFolder(),
    attribute: (name: string) => profile[name],
    setAttributes: (values: object) => Promise.resolve(void Object.assign(profile, values)),
  };
  expect(await openDemoPrinter(place, false)).toBeNull();
  const first = (await openDemoPrinter(place, true))!;
  const { port, address } = first;
  expect(profile).toEqual({ Printer: 'epson', Printer_Port: address, Printer_Drawer: 'low' });
  await first.close();
  const second = (await openDemoPrinter(place, false))!;
  expect(second.port).toBe(port);
  // The port is taken by the one that is still there.
  const third = (await openDemoPrinter(place, false))!;
  onTestFinished(() => third.close());
  expect(third.port).not.toBe(port);
  expect(profile.Printer_Port).toBe(third.address);
  await second.close();
  // A printer that somebody has chosen stays.
  profile.Printer_Port = '192.168.1.20';
  await fs.writeFile(path.join(place.folder, 'demo-printer.json'), '{"port": 99999');
  const fourth = (await openDemoPrinter(place, false))!;
  onTestFinished(() => fourth.close());
  expect(profile.Printer_Port).toBe('192.168.1.20');
});

it('has no such printer without a demo, whatever its profile says', async () => {
  const { url, dataRoot } = await runService();
  for (const method of ['GET', 'POST', 'DELETE']) {
    const body = method === 'POST' ? { what: 'paper', on: true } : undefined;
    expect((await send(`${url}/control/paper`, method, body, { origin: url })).status).toBe(404);
  }
  expect((await fetch(`${url}/control/paper/pictures/1`)).status).toBe(404);
  expect(await fs.readdir(path.join(dataRoot, 'gbl'))).not.toContain('demo-printer.json');
});
