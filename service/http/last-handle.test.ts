import { expect, it } from 'vitest';
import { handleOf, type ReceiptAccess } from '../register/paper/digital-receipts.ts';
import { qrSymbol } from '../render/qr.ts';
import { Attributes } from '../settings/attributes.ts';
import { readQr } from '../testing/qr-read.ts';
import { openRoom } from '../testing/registers.ts';
import { serveRoutes } from '../testing/route-server.ts';
import { send } from '../testing/running-service.ts';
import { GENERIC, tra } from '../testing/sales.ts';
import { lastHandleRoutes } from './last-handle.ts';

/** As a portal gives it. */
const ACCESS: ReceiptAccess = {
  registerId: 7,
  key: Buffer.alloc(32, 9),
  address: 'https://receipts.tillmark.example/r#',
};

/** A till `def`, connected or not, with the wanted profile. */
async function till({
  access = ACCESS,
  profile = '',
}: { access?: ReceiptAccess | null; profile?: string } = {}) {
  const room = await openRoom();
  room.services.attributes = () => Attributes.parse(profile);
  room.services.digitalReceipts = { accessOf: (rn) => (rn === 'def' ? access : null) };
  const def = (await room.registers.find('def'))!;
  await def.configuration.set(GENERIC);
  const url = await serveRoutes(lastHandleRoutes(room.registers));
  return {
    def,
    sell: (restart = false) => def.submit({ tra: tra({ TN: '1' }, '1.00'), warnings: [], restart }),
    ask: (path: string, headers = {}) => send(`${url}/recorder/lastdh${path}`, 'GET', undefined, headers),
  };
}

/** A till that has sold something, and the links of that. */
async function soldTill() {
  const made = await till();
  await made.sell();
  return { ...made, links: handleOf(ACCESS, made.def.last!) };
}

it('is NO while the register is not connected', async () => {
  const { ask } = await till({ access: null });
  for (const path of ['', '/qr', '/qr?fmt=eps']) {
    const answer = await ask(path);
    expect(answer.status).toBe(406);
    expect(answer.json.TraC.Result).toMatchObject({ RC: 'NO', ErrorCode: '#OFFLINE' });
  }
  expect((await ask('', { accept: 'text/xml' })).text).toContain('<ErrorCode>#OFFLINE</ErrorCode>');
});

it('tells the handle of the last transaction', async () => {
  const { ask, sell, def } = await till();
  expect((await ask('')).status).toBe(404);
  await sell();
  const { handle, link } = handleOf(ACCESS, def.last!);
  expect(handle).toMatch(/^[0-9A-Z]{31}$/);
  expect(link).toBe(`https://receipts.tillmark.example/r#${handle}`);
  expect((await ask('')).json).toEqual({ Dh: { Handle: handle, Link: link } });
  expect((await ask('', { accept: 'xml' })).text).toContain(`Handle="${handle}"`);
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
  const { ask } = await soldTill();
  const answer = await ask(`/qr${query}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
  expect(answer.text).toMatch(beginning);
});

it('draws the size, margin, level and link that were asked for', async () => {
  const { ask, links } = await soldTill();
  const side = async (query: string) =>
    Number(/width="(\d+)"/.exec((await ask(`/qr?fmt=svc${query}`)).text)![1]);
  expect(await side('')).toBe((qrSymbol(links.link, 1, 'M').size + 8) * 5);
  expect(await side('&ec_level=h&size=3&margin=2')).toBe((qrSymbol(links.link, 1, 'H').size + 4) * 3);
  const small = await side('&small=true&margin=0&size=1&ec_level=L');
  expect(small).toBe(qrSymbol(links.smallLink, 1, 'L').size);
});

it('says the address in the picture, the small one without the five characters', async () => {
  const { ask, links } = await soldTill();
  const read = async (query: string) => {
    const { text } = await ask(`/qr?fmt=svc&margin=0&size=1${query}`);
    const side = Number(/width="(\d+)"/.exec(text)![1]);
    const rows = Array.from({ length: side }, () => Array<boolean>(side).fill(false));
    for (const [, x, y, width] of text.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
      rows[Number(y)]!.fill(true, Number(x), Number(x) + Number(width));
    return readQr(rows).text;
  };
  expect(await read('')).toBe(links.link);
  expect(await read('&small=1')).toBe(links.smallLink);
  expect(links.link.slice(0, -5)).toBe(links.smallLink);
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
  for (const access of [ACCESS, null]) {
    const { ask } = await till({ access });
    expect((await ask(`/qr?${query}`)).status).toBe(400);
  }
});

it('puts the handle into answers where the profile asks for it, the same again after a restart', async () => {
  const { sell, def } = await till({ profile: 'Tra_DH' });
  const { handle, link } = handleOf(ACCESS, { SQ: 2, ESR: (await sell()).ESR! });
  expect(def.answers.to(def.last!)).toMatchObject({ SQ: 2, DH: handle, DHLink: link });
  expect(await sell(true)).toMatchObject({ DH: handle, Result: { ErrorCode: '#DUPLICATE' } });
  // A refusal has none.
  expect(await sell()).not.toHaveProperty('DH');
  expect(JSON.stringify(def.last)).not.toContain(handle);
});

it.each([
  { access: ACCESS, profile: '' },
  { access: null, profile: 'Tra_DH' },
])('puts no handle into answers otherwise', async (choice) => {
  const { sell } = await till(choice);
  expect(await sell()).not.toHaveProperty('DH');
});
