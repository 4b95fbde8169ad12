/** A line to an FDM of GKS 2.0 that is cut at every byte, on the way there and back. */
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../emulators/fdm-network/emulator.ts';
import { FdmLines } from '../../fdm/fdms.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { runs } from '../../testing/runs.ts';
import { CFG, NOW, NUMBER } from './testing/shop.ts';

/** Where the next connection is cut: after so many bytes of the request, or of the answer. */
interface Cut {
  there: number;
  back: number;
}

/** A line between the register and the FDM; `size` is what went over it whole. */
async function cutLine(to: number, cut: Cut, size: Cut): Promise<string> {
  const server = net.createServer((near) => {
    const far = net.connect(to, '127.0.0.1');
    const { there, back } = cut;
    size.there = size.back = 0;
    const pass = (from: net.Socket, on: net.Socket, name: 'there' | 'back', most: number) =>
      from.on('data', (bytes) => {
        const left = most - size[name];
        size[name] += bytes.length;
        on.write(bytes.subarray(0, Math.max(left, 0)), () => {
          if (bytes.length > left) [near, far].forEach((socket) => socket.destroy());
        });
      });
    pass(near, far, 'there', there);
    pass(far, near, 'back', back);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

function workIn(ticket: number): string {
  const { Cmp, Loc, Trm } = CFG;
  return JSON.stringify({
    ...{ language: 'NL', vatNo: Cmp.TaxId, estNo: Loc.TaxId, posId: Trm.Serial, posFiscalTicketNo: ticket },
    ...{ posDateTime: `${NOW}.000+01:00`, posSwVersion: '1', terminalId: 'BR1/1', deviceId: 'D' },
    ...{ bookingPeriodId: 'dffcd829-a0e5-41ca-a0ae-9eb887f95637', bookingDate: NOW.slice(0, 10) },
    ...{ ticketMedium: 'PAPER', employeeId: NUMBER },
  });
}

it('has each event signed once, wherever the line is cut', async () => {
  const clock = new ManualClock(NOW);
  const fdm = await startEmulator({ clock });
  onTestFinished(() => fdm.stop());
  const cut: Cut = { there: Infinity, back: Infinity };
  const size: Cut = { there: 0, back: 0 };
  const address = await cutLine(fdm.port, cut, size);
  const driver = new FdmLines({ clock }).network(address, null, 5000)!;
  const sign = (ticket: number) =>
    driver.sign({ mutation: 'signWorkIn', data: workIn(ticket), isTraining: false, secrets: [NUMBER] });
  let ticket = 1;
  expect((await sign(ticket)).outcome).toBe('done');
  const whole = { ...size };
  // Every byte at night; in between every so many.
  const step = runs(1) > 1 ? 1 : 11;
  for (const way of ['there', 'back'] as const)
    for (let at = 0; at < whole[way]; at += step) {
      ticket++;
      cut[way] = at;
      expect([way, at, (await sign(ticket)).outcome]).toEqual([way, at, 'unknown']);
      cut[way] = Infinity;
      expect([way, at, await sign(ticket)]).toEqual([way, at, expect.objectContaining({ outcome: 'done' })]);
      expect([way, at, fdm.events.length]).toEqual([way, at, ticket]);
    }
  expect(fdm.events.map(({ result }) => result.posFiscalTicketNo)).toEqual(
    Array.from({ length: ticket }, (_, i) => i + 1),
  );
});
