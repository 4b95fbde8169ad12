/** More is asked for than can be answered: who is refused, hears it before its body is read, and is served when it comes back. */
import net from 'node:net';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type * as countries from '../countries/list.ts';
import { runService, type Answer, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';
import { device, SLOW } from '../testing/slow-country.ts';
import type * as admission from './door/admission.ts';

vi.mock('../countries/list.ts', async (original) => {
  const { withSlowCountry } = await import('../testing/slow-country.ts');
  return withSlowCountry(await original<typeof countries>());
});

/** Requests that have come so far, and those of them that were answered or whose client has gone. */
const asked = vi.hoisted(() => ({ count: 0, left: 0 }));

/** One request is worked on, one waits, any other is refused. */
vi.mock('./door/admission.ts', async (original) => {
  const { Admission } = await original<typeof admission>();
  class Narrow extends Admission {
    constructor() {
      super({ mostAtWork: 1, mostWaiting: 1, longestWait: 60_000, countedFor: 60_000, pause: 20 });
    }
    override ask(...who: Parameters<InstanceType<typeof Admission>['ask']>) {
      asked.count++;
      const leave = super.ask(...who);
      return () => {
        asked.left++;
        leave();
      };
    }
  }
  return { Admission: Narrow };
});

let running: Running;
/** What the device has to finish. */
const finish = () => device.waiting.shift()!();

beforeEach(async () => {
  running = await runService({ cfg: SLOW });
});
afterEach(() => {
  for (const done of device.waiting.splice(0)) done();
});

/** Sends a request; resolves when the service has it, with its answer to come. */
async function arrived(request: () => Promise<Answer>): Promise<{ answer: Promise<Answer> }> {
  const before = asked.count;
  const answer = request();
  await vi.waitFor(() => expect(asked.count).toBe(before + 1));
  return { answer };
}

/** A sale that is at the device: there is room for one request to wait. */
async function sellOne(TN: string): Promise<{ answer: Promise<Answer> }> {
  const sold = await arrived(() => running.post('/register', sale('1.00', { TN })));
  await vi.waitFor(() => expect(device.waiting).toHaveLength(1));
  return sold;
}

/** A sale at the device and a request that waits behind it. */
async function fill() {
  const first = await sellOne('1');
  return { first, second: await arrived(() => running.get('/state')) };
}

/** A connection of the test's own, with what came back over it. */
async function connection(): Promise<{ socket: net.Socket; heard: () => string; closed: Promise<void> }> {
  const socket = net.connect(running.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => void socket.once('connect', () => resolve()));
  return { socket, heard: () => text, closed };
}

it('refuses with NO, Retry-After and nothing stored, whatever the body is', async () => {
  const { first, second } = await fill();
  const bad = await running.post('/register', '{', { 'content-type': 'application/json' });
  expect([bad.status, bad.headers['retry-after']]).toEqual([406, '2']);
  expect(bad.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#OVERLOADED' });
  expect(bad.json.TraC.Result.UserMessage).toBeTruthy();
  const xml = await running.post('/register', '<', { 'content-type': 'text/xml' });
  expect(xml.text).toContain('<TraC><Result RC="NO"><ErrorCode>#OVERLOADED</ErrorCode>');
  expect((await running.post('/cfg', '{')).json.CfgC.Result.RC).toBe('NO');
  expect((await running.get('/control/status')).status).toBe(503);
  finish();
  expect((await first.answer).json.TraC.Result.RC).toBe('OK');
  expect((await second.answer).status).toBe(200);
  expect(await running.records()).toHaveLength(2);
});

it('serves the till that was refused when it comes back, and gives the answer to a receipt that has its number', async () => {
  const { first } = await fill();
  const refused = await running.post('/register', sale('1.00', { TN: '2' }));
  expect(refused.status).toBe(406);
  finish();
  const numbered = (await first.answer).json.TraC;
  const again = await sellOne('2');
  finish();
  expect((await again.answer).json.TraC).toMatchObject({ SQ: 3, Result: { RC: 'OK' } });
  const repeated = (await running.post('/restart', sale('1.00', { TN: '1' }))).json.TraC;
  expect(repeated).toMatchObject({ SQ: numbered.SQ, Result: { RC: 'OK', ErrorCode: '#DUPLICATE' } });
  expect((await running.records()).map(({ ESR }) => ESR?.TN)).toEqual([undefined, '1', '2']);
});

it('registers nothing for a till that has hung up while it waited', async () => {
  const first = await sellOne('1');
  const { socket } = await connection();
  const body = JSON.stringify(sale('1.00', { TN: '2' }));
  const before = asked.count;
  socket.write(
    `POST /register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await vi.waitFor(() => expect(asked.count).toBe(before + 1));
  const { left } = asked;
  socket.destroy();
  await vi.waitFor(() => expect(asked.left).toBeGreaterThan(left));
  // Its place is free for another one.
  const state = await arrived(() => running.get('/state'));
  finish();
  await first.answer;
  expect((await state.answer).status).toBe(200);
  expect((await running.records()).map(({ ESR }) => ESR?.TN)).toEqual([undefined, '1']);
});

it.each([
  ['with its length', 'Content-Length: 6\r\n\r\n{"a":1'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n3\r\n":1\r\n0\r\n\r\n'],
  ['that waits to be asked for', 'Expect: 100-continue\r\nContent-Length: 6\r\n\r\n{"a":1'],
])('goes on with a connection behind a refused body %s', async (_how, rest) => {
  const { first } = await fill();
  const { socket, heard } = await connection();
  socket.write(`POST /register HTTP/1.1\r\nHost: localhost\r\n${rest}`);
  await vi.waitFor(() => expect(heard()).toContain('#OVERLOADED'));
  finish();
  await first.answer;
  socket.write('GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(heard()).toMatch(/HTTP\/1\.1 200 OK[^]*"pid"/));
  expect(heard().match(/HTTP\/1\.1 (406|200)/g)).toEqual(['HTTP/1.1 406', 'HTTP/1.1 200']);
});

it('closes a connection over which much is asked without reading an answer', async () => {
  const first = await sellOne('1');
  const { socket, closed } = await connection();
  socket.write('GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(60));
  await closed;
  finish();
  expect((await first.answer).status).toBe(200);
  expect((await running.get('/state')).status).toBe(200);
});

it('keeps nobody waiting for a body that does not come', async () => {
  const { socket } = await connection();
  const { count } = asked;
  socket.write('POST /register HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"Tra"');
  await vi.waitFor(() => expect(asked.count).toBe(count + 1));
  expect((await running.get('/state')).status).toBe(200);
});

it('answers with status 200 where the profile asks for it', async () => {
  await running.post('/profile', { Attributes: 'HttpServer_respond200' });
  const first = await sellOne('1');
  const second = await arrived(() => running.get('/state'));
  const refused = await running.post('/register', '{');
  expect([refused.status, refused.json.TraC.Result.RC]).toEqual([200, 'NO']);
  finish();
  await Promise.all([first.answer, second.answer]);
});
