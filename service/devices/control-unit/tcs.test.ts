/** The driver against the emulated control server: certificates, numbers, and a line that is cut. */
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../emulators/infrasec/emulator.ts';
import { lineTo } from '../../testing/line.ts';
import { runs } from '../../testing/runs.ts';
import type { UnitReceipt } from './contract.ts';
import { controlServer } from './tcs.ts';

const REGISTER = 'STO1-1';
const COMPANY = '5560004615';

/** 125.00 with 25 % tax. */
const receipt = (number: number): UnitReceipt => ({
  ...{ kind: 'normal', time: '2026-11-20T16:55:30', number, register: REGISTER, company: COMPANY },
  ...{ address: 'Exempelgatan 1', total: 12_500, negative: 0 },
  request: `01234567-89ab-cdef-0123-${String(number).padStart(12, '0')}`,
  vat: [
    { gross: 12_500, vat: 2500 },
    { gross: 0, vat: 0 },
    { gross: 0, vat: 0 },
    { gross: 0, vat: 0 },
  ],
});

/** A server that knows the register, and the driver of a register with a certificate. */
async function shop() {
  const server = await startEmulator();
  onTestFinished(() => server.stop());
  server.registers.set(REGISTER, COMPANY);
  const driver = async (of = REGISTER, port = Number(new URL(server.url).port)) => {
    const { key, certificate } = await server.issue(of);
    const client = {
      certificate: certificate.toString(),
      key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    };
    const url = `https://localhost:${port}/tcsserver`;
    return controlServer({ kind: 'tcs', url, application: 'Tillmark', client, ca: server.ca }, 5000);
  };
  return { server, driver };
}

it('takes receipts of enrolled registers with their own certificate, each number once', async () => {
  const { server, driver } = await shop();
  const unit = await driver();
  expect(await unit.state({ ...receipt(1) })).toMatchObject({ outcome: 'done' });
  const first = await unit.register(receipt(1));
  expect(first).toMatchObject({ outcome: 'done', result: { unit: expect.stringMatching(/^\w{17}$/) } });
  expect(await unit.register(receipt(1))).toEqual(first);
  const again = { ...receipt(1), request: receipt(9).request };
  expect(await unit.register(again)).toMatchObject({ outcome: 'not-done', failure: { trouble: 'refused' } });
  const stranger = await driver('STO1-2');
  expect(await stranger.register(receipt(2))).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'refused' },
  });
  const { url, ca } = server;
  const nobody = controlServer(
    { kind: 'tcs', url, application: 'Tillmark', client: { certificate: 'x', key: 'y' }, ca },
    5000,
  );
  expect(await nobody.register(receipt(2))).toMatchObject({
    outcome: 'not-done',
    failure: { trouble: 'rights' },
  });
  expect(server.stored).toHaveLength(1);
});

it('agrees with the server wherever the line is cut: at every byte at night, at some of them else', async () => {
  const { server, driver } = await shop();
  const line = await lineTo(Number(new URL(server.url).port));
  const unit = await driver(REGISTER, line.port);
  await unit.register(receipt(1));
  const whole = line.used;
  const step = runs(1) > 1 ? 1 : 499;
  let number = 1;
  for (let bytes = 1; bytes < whole; bytes += step) {
    const sent = receipt(++number);
    line.cutAfter(bytes, true);
    const told = await unit.register(sent);
    line.mend();
    if (told.outcome !== 'done')
      expect([bytes, await unit.register(sent)]).toMatchObject([bytes, { outcome: 'done' }]);
    expect([bytes, server.stored.length]).toEqual([bytes, number]);
  }
});
