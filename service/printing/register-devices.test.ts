import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Drawer } from '../devices/drawer/contract.ts';
import { PortError } from '../devices/ports/contract.ts';
import { EmulatedLineDisplay } from '../emulators/line-display/display.ts';
import { textOf } from '../emulators/receipt-printer/paper.ts';
import { EmulatedPrinter } from '../emulators/receipt-printer/printer.ts';
import { listen } from '../emulators/receipt-printer/tcp.ts';
import { Attributes } from '../settings/attributes.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { openRoom } from '../testing/registers.ts';
import { FiscalPrinters } from './fiscal-printers.ts';
import { Printing } from './printing.ts';
import { registerDevices } from './register-devices.ts';

const never = new AbortController().signal;

/** A printer and a display on one line: `ESC = n` says who listens, after a crash perhaps only the display. */
async function chained() {
  const display = new EmulatedLineDisplay();
  const printer = new EmulatedPrinter();
  const toPrinter = printer.receive.bind(printer);
  let selected = 2;
  printer.receive = (bytes) => {
    for (let rest = Buffer.from(bytes); rest.length > 0;) {
      const at = rest.indexOf(Buffer.from([0x1b, 0x3d]));
      const mine = at < 0 ? rest : rest.subarray(0, at);
      if ((selected & 1) === 1 || mine[0] === 0x10) toPrinter(mine);
      if ((selected & 2) === 2 && mine[0] !== 0x10) display.receive(mine);
      if (at >= 0) selected = rest[at + 2]!;
      rest = at < 0 ? Buffer.alloc(0) : rest.subarray(at + 3);
    }
  };
  const server = await listen(printer);
  onTestFinished(() => server.close());
  const room = await openRoom();
  const attributes = () =>
    Attributes.parse(
      `Printer=epson Printer_Port=127.0.0.1:${server.port} Display=epson Display_Port=printer`,
    );
  const printing = await Printing.open({
    fiscalPrinters: new FiscalPrinters({
      ...{ attributes, folderOf: () => '' },
      clock: room.clock,
      log: recordingLog([]),
    }),
    ...{ journal: room.journal, registers: room.registers, clock: room.clock, log: recordingLog([]) },
    attributes,
    folderOf: (rn) => path.dirname(room.journal.filesOf(rn)),
  });
  onTestFinished(() => printing.close());
  return { display, printer, peripheral: (await printing.printerOf('def'))! };
}

it('shows texts on a display on the line of the printer, and prints beside it', async () => {
  const { display, printer, peripheral } = await chained();
  expect(await peripheral.print('first')).toBe(null);
  expect(await peripheral.display('TOTAL 4,20')).toBe(null);
  expect(await peripheral.print('second')).toBe(null);
  expect(display.lines).toEqual(['TOTAL 4,20', '']);
  await vi.waitFor(() =>
    expect(printer.sheets.map((sheet) => textOf(sheet).trim())).toEqual(['first', 'second']),
  );
  expect(display.refused).toEqual([]);
});

it('says why nothing is shown while the printer stands still', async () => {
  const { printer, peripheral } = await chained();
  printer.change({ linesLeft: 0 });
  expect(await peripheral.display('TOTAL 4,20')).toMatchObject({
    code: '#DISPLAY_TROUBLE',
    text: expect.stringContaining('paper'),
  });
});

/** A drawer that closes after some looks. */
function withDrawer(looks: number, fault?: PortError) {
  const told: string[] = [];
  let open = looks;
  const drawer: Drawer = {
    open() {
      told.push('open');
      return fault ? Promise.reject(fault) : Promise.resolve();
    },
    isOpen: () => (fault ? Promise.reject(fault) : Promise.resolve(open-- > 0)),
  };
  const devices = registerDevices({ printer: null, display: null, drawer: (work) => work(drawer) }, never)!;
  return { told, devices };
}

it('opens a drawer of its own, and waits until it is closed', async () => {
  const { told, devices } = withDrawer(1);
  expect(await devices.openDrawer()).toBe(null);
  expect(await devices.drawerClosed(never)).toBe(null);
  expect(told).toEqual(['open']);
});

it('says that there is no printer where there is only a drawer', async () => {
  const { devices } = withDrawer(0);
  expect(await devices.print('x')).toMatchObject({ code: '#NO_PRINTER' });
  expect(await devices.display('x')).toMatchObject({ code: '#NO_DISPLAY' });
  expect(await devices.state()).toMatchObject({ issue: { code: '#NO_PRINTER' } });
});

it('says why the drawer cannot be opened or asked', async () => {
  const { devices } = withDrawer(0, new PortError('rights', 'no access'));
  for (const issue of [await devices.openDrawer(), await devices.drawerClosed(never)]) {
    expect(issue).toMatchObject({ code: '#DRAWER_TROUBLE', text: expect.stringContaining('rights') });
  }
});
