import { expect, it } from 'vitest';
import { qrSymbol } from '../render/qr.ts';
import { openRoom } from '../testing/registers.ts';
import { serveRoutes } from '../testing/route-server.ts';
import { send } from '../testing/running-service.ts';
import { lastHandleRoutes, type DigitalReceipts } from './last-handle.ts';

const LINK = 'https://receipts.example/def/abc12';
const SMALL = 'https://receipts.example/def';

/** A portal that has digital receipts of `def` alone. */
const PORTAL: DigitalReceipts = {
  lastHandle: (rn) =>
    Promise.resolve(rn === 'def' ? { handle: 'def/abc12', link: LINK, smallLink: SMALL } : null),
};

async function ask(path: string, headers = {}, portal: DigitalReceipts | null = PORTAL) {
  const { registers } = await openRoom();
  return send(
    `${await serveRoutes(lastHandleRoutes(registers, () => portal))}/recorder/lastdh${path}`,
    'GET',
    undefined,
    headers,
  );
}

it('is NO while the register is not connected', async () => {
  for (const path of ['', '/qr', '/qr?fmt=eps']) {
    const answer = await ask(path, {}, null);
    expect(answer.status).toBe(406);
    expect(answer.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#OFFLINE' });
  }
  expect((await ask('', { accept: 'text/xml' }, null)).text).toContain('<ErrorCode>#OFFLINE</ErrorCode>');
});

it('tells the handle of the last transaction', async () => {
  expect((await ask('')).json).toEqual({ Dh: { Handle: 'def/abc12', Link: LINK } });
  expect((await ask('', { accept: 'xml' })).text).toContain(`Handle="def/abc12"`);
  expect((await ask('?RN=till2')).status).toBe(404);
});

it.each([
  ['', 'image/png', /^.PNG/],
  ['?fmt=bmp', 'image/bmp', /^BM/],
  ['?fmt=svc', 'image/svg+xml', /^<svg /],
  ['?FMT=SVG', 'image/svg+xml', /^<svg /],
  ['?fmt=pc437', 'text/plain; charset=IBM437', /\n$/],
  ['?fmt=pdf', 'application/pdf', /^%PDF-1/],
  ['?fmt=eps', 'application/postscript', /^%!PS/],
])('draws it: %s', async (query, type, beginning) => {
  const answer = await ask(`/qr${query}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
  expect(answer.text).toMatch(beginning);
});

it('draws the size, margin, level and link that were asked for', async () => {
  const side = async (query: string) =>
    Number(/width="(\d+)"/.exec((await ask(`/qr?fmt=svc${query}`)).text)![1]);
  expect(await side('')).toBe((qrSymbol(LINK, 1, 'M').size + 8) * 5);
  expect(await side('&ec_level=h&size=3&margin=2')).toBe((qrSymbol(LINK, 1, 'H').size + 4) * 3);
  expect(await side('&small=true&margin=0&size=1&ec_level=L')).toBe(qrSymbol(SMALL, 1, 'L').size);
});

it.each([
  'fmt=gif',
  'ec_level=X',
  'size=0',
  'size=33',
  'margin=-1',
  'margin=a',
  'small=perhaps',
  'rn=..%2Fx',
])('refuses %s, connected or not', async (query) => {
  for (const portal of [PORTAL, null]) expect((await ask(`/qr?${query}`, {}, portal)).status).toBe(400);
});
