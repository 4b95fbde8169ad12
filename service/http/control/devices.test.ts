import { expect, it, onTestFinished, vi } from 'vitest';
import { EmulatedLineDisplay } from '../../emulators/line-display/display.ts';
import { listenDisplay } from '../../emulators/line-display/tcp.ts';
import { EmulatedPrinter } from '../../emulators/receipt-printer/printer.ts';
import { textOf } from '../../emulators/receipt-printer/paper.ts';
import { listen } from '../../emulators/receipt-printer/tcp.ts';
import { PORTUGAL, sale } from '../../testing/sales.ts';
import { runService, type Running } from '../../testing/running-service.ts';

/** A service with two registers, and a printer on the network. */
async function shop() {
  const printer = new EmulatedPrinter();
  const line = await listen(printer);
  onTestFinished(() => line.close());
  const running = await runService();
  await running.post('/cfg', { Cfg: PORTUGAL });
  await running.post('/cfg?RN=bar', { Cfg: { ...PORTUGAL, Trm: { TT: '2' } } });
  return { printer, running, port: `127.0.0.1:${line.port}` };
}

const act = async (running: Running, action: string, body: object, rn = 'def') => {
  const { status, json } = await running.post(`/control/devices/${action}?RN=${rn}`, body);
  return [status, json.result ?? json.error.fields ?? json.error.code];
};
const overview = async (running: Running, rn = 'def') =>
  (await running.get(`/control/devices?RN=${rn}`)).json;
const USE = { model: 'EPSON', paper: '58' };

it('sets the printer for one register or for all, and prints a test page on it', async () => {
  const { printer, running, port } = await shop();
  expect(await overview(running)).toMatchObject({ printer: null, isWrong: false, jobs: [] });
  expect(await act(running, 'use', { ...USE, port: ` ${port} `, scope: 'register' }, 'bar')).toEqual([
    200,
    {},
  ]);
  expect(await overview(running)).toMatchObject({
    printer: null,
    others: [{ rn: 'bar', port, paper: '58' }],
  });
  await vi.waitFor(() => expect(printer.sheets.map(textOf).join()).toContain('bar'));
  // What a register has of its own goes with "all".
  expect(await act(running, 'use', { ...USE, port, paper: '80', scope: 'all' })).toEqual([200, {}]);
  expect((await overview(running, 'bar')).printer).toMatchObject({
    model: 'Epson TM-m30, TM-T20',
    port,
    paper: '80',
  });
  expect((await running.get('/control/profile?RN=bar')).json.text).not.toContain('Printer');
});

it('sets a display and a drawer for one register or for all, shows a text, and takes them away', async () => {
  const { running } = await shop();
  const display = new EmulatedLineDisplay('epson');
  const line = await listenDisplay(display);
  onTestFinished(() => line.close());
  const port = `127.0.0.1:${line.port}`;
  expect(await overview(running)).toMatchObject({ display: null, drawer: null });
  const wrong = { model: 'neon', port: 'http://x', scope: 'some' };
  const faults = { model: 'model', port: 'address', scope: 'scope' };
  expect(await act(running, 'useDisplay', wrong)).toEqual([400, faults]);
  // Only what can be such a drawer: nothing is sent to another device.
  const other = { model: 'posiflex', port: 'hid:0c2e:0b61', scope: 'all' };
  expect(await act(running, 'useDrawer', other)).toEqual([400, { port: 'address' }]);

  const use = { model: 'epson', port, scope: 'register' };
  expect(await act(running, 'useDisplay', use, 'bar')).toEqual([200, {}]);
  expect(await overview(running)).toMatchObject({ display: null });
  expect((await overview(running, 'bar')).display).toEqual({
    ...{ model: 'epson', port, isWrong: false, seen: 'unasked' },
  });
  expect(await act(running, 'display', { text: 'Bom dia' }, 'bar')).toEqual([200, {}]);
  await vi.waitFor(() => expect(display.lines[0]).toBe('Bom dia'));
  expect((await overview(running, 'bar')).display.seen).toBe('ready');

  expect(await act(running, 'useDrawer', { model: 'posiflex', port: 'hid:0d3a:0207', scope: 'all' })).toEqual(
    [200, {}],
  );
  expect((await overview(running, 'bar')).drawer).toMatchObject({ model: 'posiflex', isWrong: false });
  for (const action of ['useDisplay', 'useDrawer']) {
    expect(await act(running, action, { model: '', port: '', scope: 'all' })).toEqual([200, {}]);
  }
  expect(await overview(running, 'bar')).toMatchObject({ display: null, drawer: null });
  expect(await act(running, 'look', {})).toEqual([404, '#NOT_FOUND']);
  // Nothing but HID devices is opened as a scanner.
  for (const address of ['127.0.0.1:22', '/dev/sda', 7, '']) {
    expect(await act(running, 'scans', { port: address })).toEqual([400, { port: 'address' }]);
  }
});

it('takes user and password for devices, and shows them to nobody', async () => {
  const { running } = await shop();
  expect((await overview(running)).login).toEqual({ isWanted: false, isThere: false });
  await running.post('/profile', { Attributes: 'Printer=epson-fp Printer_Port=127.0.0.1:9' });
  expect((await overview(running)).login).toEqual({ isWanted: true, isThere: false });
  for (const user of ['a:b', 'a\n', '', 7]) {
    const wrong = { user, password: 'x', scope: 'all' };
    expect(await act(running, 'login', wrong)).toEqual([400, { user: 'login' }]);
  }
  const quotes = { user: 'till', password: `"'`, scope: 'all' };
  expect((await act(running, 'login', quotes))[0]).toBe(400);
  expect(await act(running, 'login', { user: 'till', password: 's3cret word', scope: 'all' })).toEqual([
    200,
    {},
  ]);
  expect((await overview(running)).login).toEqual({ isWanted: true, isThere: true });
  for (const path of ['/control/devices', '/control/profile', '/profile', '/log']) {
    expect((await running.get(path)).text, path).not.toContain('s3cret');
  }
  expect(await act(running, 'login', { user: '', password: '', scope: 'all' })).toEqual([200, {}]);
  expect((await overview(running)).login.isThere).toBe(false);
});

it('sets a fiscal printer, which has no test page and no jobs of its own', async () => {
  const { running } = await shop();
  const fiscal = { model: 'epson-fp', paper: '80', scope: 'all' };
  expect(await act(running, 'use', { ...fiscal, port: 'COM3' })).toEqual([400, { port: 'address' }]);
  expect(await act(running, 'use', { ...fiscal, port: 'http://127.0.0.1:9' })).toEqual([200, {}]);
  expect(await overview(running)).toMatchObject({
    ...{ printer: null, isWrong: false, jobs: [] },
    fiscal: { title: 'Epson FP', port: '127.0.0.1:9' },
  });
  expect((await running.get('/control/status')).json.printer).toMatchObject({ isFiscal: true });
});

it('says which field is wrong, and changes nothing then', async () => {
  const { running } = await shop();
  const wrong = { model: 'laser', port: 'http://x', paper: '70', scope: 'some' };
  expect(await act(running, 'use', wrong)).toEqual([
    400,
    { model: 'model', port: 'address', paper: 'paper', scope: 'scope' },
  ]);
  expect(await act(running, 'learn', { open: 'up' })).toEqual([400, { open: 'level' }]);
  expect(await act(running, 'display', { text: 7 })).toEqual([400, { text: 'text' }]);
  expect((await overview(running)).profile).toEqual({ model: '', port: '', paper: '80' });
});

it('refuses what there is no device, job, receipt, action or register for', async () => {
  const { running, port } = await shop();
  for (const action of ['drawer', 'test', 'level']) {
    expect(await act(running, action, {})).toEqual([406, { device: '#NO_PRINTER' }]);
  }
  await running.post('/profile', { Attributes: `Printer=epson Printer_Port=${port}` });
  expect(await act(running, 'job', { id: 7, what: 'again' })).toEqual([404, '#NOT_FOUND']);
  expect(await act(running, 'job', { id: 1, what: 'burn' })).toEqual([404, '#NOT_FOUND']);
  for (const sq of [1, 99, -1, 'x', 1e30]) {
    expect(await act(running, 'print', { sq })).toEqual([404, '#NOT_FOUND']);
  }
  expect(await act(running, 'constructor', {})).toEqual([404, '#NOT_FOUND']);
  expect(await act(running, 'drawer', {}, 'nobody')).toEqual([404, '#NOT_FOUND']);
  expect(await act(running, 'display', { text: 'hello' })).toEqual([406, { device: '#NO_DISPLAY' }]);
});

it('prints a receipt once more as a copy, and learns which level means open', async () => {
  const { printer, running, port } = await shop();
  await running.post('/profile', { Attributes: `Printer=epson Printer_Port=${port} Print_Receipts=request` });
  await running.post('/register', sale());
  const { lastReceipt } = await overview(running);
  expect(await act(running, 'print', { sq: lastReceipt.sq })).toEqual([200, {}]);
  await vi.waitFor(async () =>
    expect((await overview(running)).jobs).toMatchObject([
      { id: 1, state: 'ended', end: { how: 'printed' } },
    ]),
  );
  expect(await act(running, 'job', { id: 1, what: 'again' })).toEqual([200, {}]);
  await vi.waitFor(() => expect(printer.sheets.filter(({ isCut }) => isCut)).toHaveLength(2));
  const [original, copy] = printer.sheets.map(textOf);
  expect([original!.includes('2.ª via'), copy!.includes('2.ª via')]).toEqual([false, true]);

  expect(await act(running, 'level', {})).toEqual([200, { level: 'high' }]);
  expect(await act(running, 'drawer', {})).toEqual([200, {}]);
  await vi.waitFor(async () => expect(await act(running, 'level', {})).toEqual([200, { level: 'low' }]));
  expect(await act(running, 'learn', { open: 'low' })).toEqual([200, {}]);
  expect((await overview(running)).printer).toMatchObject({ drawerOpen: true });
});
