import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, describe, expect, it } from 'vitest';
import { qrSymbol } from '../render/qr.ts';
import { qrRoutes } from './qr.ts';

const server = express().use(qrRoutes()).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());
const { port } = server.address() as AddressInfo;

async function fetched(query: string) {
  const response = await fetch(`http://127.0.0.1:${port}/qr?${query}`);
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Pixels of a side, from the header of a PNG. */
const sideOf = (png: Buffer) => png.readUInt32BE(16);

it('is a PNG with five pixels to a module and a margin of one unless asked otherwise', async () => {
  const { status, type, bytes } = await fetched('text=Guten+Tag');
  expect([status, type]).toEqual([200, 'image/png']);
  expect(sideOf(bytes)).toBe((qrSymbol('Guten Tag', 1).size + 2) * 5);
});

it('reads names and type in any case', async () => {
  const { size } = qrSymbol('maiúsculas', 1);
  const { bytes } = await fetched(`TEXT=${encodeURIComponent('maiúsculas')}&Size=4&MARGIN=2&Type=PNG`);
  expect(sideOf(bytes)).toBe((size + 4) * 4);
});

it.each([
  ['bmp', 'image/bmp', /^BM/],
  ['svg', 'image/svg+xml', /^<svg /],
  ['pc437', 'text/plain; charset=IBM437', /^[ \xdb\xdc\xdf\n]+$/],
])('comes as %s', async (type, contentType, beginning) => {
  const answer = await fetched(`text=a&type=${type}`);
  expect(answer.type).toBe(contentType);
  expect(answer.bytes.toString('latin1')).toMatch(beginning);
});

it('takes less error correction for a text that is too long for more of it', async () => {
  expect((await fetched(`text=${'x'.repeat(2900)}&size=1`)).status).toBe(200);
});

describe('refused', () => {
  it.each([
    ['text', ''],
    ['text', 'text='],
    ['text', `text=${'x'.repeat(3000)}`],
    ['type', 'text=a&type=gif'],
    ['size', 'text=a&size=0'],
    ['size', 'text=a&size=33'],
    ['size', 'text=a&size=-1'],
    ['size', 'text=a&size=2.5'],
    ['margin', 'text=a&margin=41'],
    ['margin', 'text=a&margin=x'],
  ])('names a wrong %s', async (field, query) => {
    const { status, bytes } = await fetched(query);
    expect(status).toBe(400);
    expect(JSON.parse(bytes.toString()).TraC.Result.Warning.join()).toContain(field);
  });
});
