import http from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as countries from '../countries/list.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { GENERIC, sale } from '../testing/sales.ts';
import { device, SLOW } from '../testing/slow-country.ts';

vi.mock('../countries/list.ts', async (original) => {
  const { withSlowCountry } = await import('../testing/slow-country.ts');
  return withSlowCountry(await original<typeof countries>());
});

afterEach(() => {
  vi.useRealTimers();
  for (const finish of device.waiting.splice(0)) finish();
});

/** A sale on its way, and what was heard of it so far. */
interface Sent {
  /** Status codes of the interim answers. */
  interim: number[];
  /** Resolves with the next interim answer. */
  nextInterim(): Promise<void>;
  answer: Promise<{ status: number; text: string }>;
  /** The till breaks the connection. */
  hangUp(): void;
}

/** Posts a sale; resolves when it is with the device. */
async function postSlowly({ url }: Running): Promise<Sent> {
  const arrived = new Promise<void>((resolve) => (device.onArrival = resolve));
  const interim: number[] = [];
  let heard = (): void => undefined;
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, agent: false };
  const request = http.request(`${url}/register`, options);
  request.on('information', ({ statusCode }) => {
    interim.push(statusCode);
    heard();
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode!, text }));
    });
  });
  answer.catch(() => undefined);
  request.end(JSON.stringify(sale()));
  await arrived;
  return {
    interim,
    nextInterim: () => new Promise((resolve) => (heard = resolve)),
    answer,
    hangUp: () => request.destroy(),
  };
}

async function runSlowly(attributes = ''): Promise<Running> {
  const running = await runService({ cfg: SLOW });
  const { status } = await running.post('/profile', { Attributes: attributes });
  expect(status).toBe(200);
  // Only the beat of the interim answers: the test moves it, everything else goes by itself.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  return running;
}

const finishDevice = () => device.waiting.shift()!();

describe('interim answers', () => {
  it.each([
    ['HttpServer_respond102', 9000],
    ['HttpServer_respond102=250', 250],
    ['httpserver_RESPOND102=1500', 1500],
  ])('come while the device works, as often as %s says, and then the real one', async (attributes, ms) => {
    const sent = await postSlowly(await runSlowly(attributes));
    vi.advanceTimersByTime(ms - 1);
    for (const elapsed of [1, ms]) {
      const next = sent.nextInterim();
      vi.advanceTimersByTime(elapsed);
      await next;
    }
    finishDevice();
    const { status, text } = await sent.answer;
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ TraC: { Result: { RC: 'OK' }, ESR: { FN: 'ZZ/1' } } });
    expect(sent.interim).toEqual([102, 102]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('do not come unless the profile asks for them', async () => {
    const sent = await postSlowly(await runSlowly());
    vi.advanceTimersByTime(3_600_000);
    finishDevice();
    expect((await sent.answer).status).toBe(200);
    expect(sent.interim).toEqual([]);
  });

  it('may go to a till that has hung up; the sale is registered all the same', async () => {
    const running = await runSlowly('HttpServer_respond102=250');
    const sent = await postSlowly(running);
    sent.hangUp();
    await expect(sent.answer).rejects.toThrow();
    vi.advanceTimersByTime(1000);
    finishDevice();
    vi.useRealTimers();
    await vi.waitFor(async () =>
      expect((await running.get('/last')).json.TraC).toMatchObject({ ESR: { FN: 'ZZ/1' } }),
    );
  });
});

describe('GET /last', () => {
  it('is locked while the device works, and gives the answer of the registration afterwards', async () => {
    const running = await runSlowly();
    await running.post('/cfg?rn=quick', { Cfg: GENERIC });
    await running.post('/register?rn=quick', sale());
    const first = await postSlowly(running);
    finishDevice();
    const before = await first.answer;
    expect((await running.get('/last')).text).toBe(before.text);

    const second = await postSlowly(running);
    const locked = await running.get('/last');
    expect(locked.status).toBe(423);
    expect(locked.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#DEVICE_AT_WORK' });
    const xml = await running.get('/last', { accept: 'text/xml' });
    expect(xml.status).toBe(423);
    expect(xml.text).toContain('<ErrorCode>#DEVICE_AT_WORK</ErrorCode>');
    // Only the till of this device has to wait.
    expect((await running.get('/last?rn=quick')).status).toBe(200);
    expect((await running.get('/last?_=Cfg')).status).toBe(200);

    finishDevice();
    const { text } = await second.answer;
    const last = await running.get('/last');
    expect([last.status, last.text]).toEqual([200, text]);
    expect(last.json.TraC).toMatchObject({ SQ: 3, ESR: { FN: 'ZZ/2' } });
  });

  it('tells a till that gave up waiting how its sale ended', async () => {
    const running = await runSlowly();
    const sent = await postSlowly(running);
    sent.hangUp();
    await expect(sent.answer).rejects.toThrow();
    expect((await running.get('/last')).status).toBe(423);
    finishDevice();
    vi.useRealTimers();
    const last = await vi.waitFor(async () => {
      const answer = await running.get('/last');
      expect(answer.status).toBe(200);
      return answer.json;
    });
    expect(last.TraC).toMatchObject({ SQ: 2, Result: { RC: 'OK' }, ESR: { FN: 'ZZ/1' } });
  });
});
