/** Polish printers on a serial line, as USB ones are, too: a pseudo-terminal stands in for the cable. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PolishPrinter } from '../../emulators/pl-printer/device.ts';
import type { Session } from '../../emulators/pl-printer/line.ts';
import { PosnetService, PosnetSession } from '../../emulators/posnet/service.ts';
import { ThermalService, ThermalSession } from '../../emulators/thermal/service.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { NativeAddress } from '../ports/native-messages.ts';
import { NativeProcess } from '../ports/native-process.ts';
import { fiscalAddress, fiscalModel } from './models.ts';

const NOW = '2026-11-20T16:55:00';
const here = process.platform === 'linux' && existsSync('/usr/bin/script');

/** A line whose other end is a printer. */
async function lineOf(session: Session): Promise<string> {
  const other = spawn('/usr/bin/script', ['-qfc', 'tty; exec sleep 600', '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  let text = '';
  let isNamed = false;
  other.stdout.on('data', (bytes: Buffer) => {
    if (!isNamed) text += bytes.toString('latin1');
    else
      for (const action of session.receive(bytes)) {
        const answer = action.run();
        if (answer) other.stdin.write(answer);
      }
  });
  await vi.waitFor(() => expect(text).toContain('\n'));
  isNamed = true;
  return text.trim();
}

it.runIf(here).each([
  ['posnet', (printer: PolishPrinter) => new PosnetSession(new PosnetService(printer))],
  ['thermal', (printer: PolishPrinter) => new ThermalSession(new ThermalService(printer))],
])('%s', async (name, sessionOf) => {
  const printer = new PolishPrinter({ clock: new ManualClock(NOW) });
  const path = await lineOf(sessionOf(printer));
  const native = new NativeProcess('serial', { pausesMs: [0] });
  onTestFinished(() => native.close());
  const model = fiscalModel(name)!;
  const driver = model.open({
    ...{ host: '', port: 0, isSecure: false, acceptAny: false, login: null },
    ...{ receiptMs: 10_000, memory: new Map<string, string>() },
    openPort: native.open({ kind: 'serial', path, speed: 9600, flow: 'none' } satisfies NativeAddress),
    ...{ today: () => NOW.slice(0, 10), now: () => NOW },
  });
  const told = await driver.register({
    kind: 'sale',
    items: [{ text: 'Żurek', quantity: '1', price: 1500, department: 1 }],
    payments: [{ text: '', amount: 1500, type: 0, index: 0 }],
    total: 1500,
  });
  expect(told).toMatchObject({ outcome: 'done', result: { number: 1, sum: 1500 } });
  expect(printer.documents[0]!.paper.join('\n')).toContain('Żurek');
});

it('knows where printers are that may be on a serial line', () => {
  const where = (name: string, text: string) => fiscalAddress(text, fiscalModel(name)!)?.text ?? null;
  expect(where('posnet', '192.168.1.40')).toBe('192.168.1.40:6666');
  expect(where('posnet', 'COM3:9600')).toBe('COM3:9600');
  expect(where('thermal', '/dev/ttyACM0:115200')).toBe('/dev/ttyACM0:115200');
  expect(where('noviapi', 'http://printer.shop')).toBe('printer.shop:8888');
  expect(where('noviapi', 'COM3')).toBeNull();
  expect(where('posnet', 'usb:04b8:0202')).toBeNull();
});
