/** Known answers of the authority's signatures and tokens. */
import { createCipheriv } from 'node:crypto';
import { expect, it } from 'vitest';
import { decodedToken, invoiceHash, requestSignature } from './crypto.ts';

const REQUEST = { requestId: 'TSTKFT1222564', timestamp: '2017-12-30T18:25:45.000Z' };
const KEY = 'ce-8f5e-215119fa7dd621DLMRHRLH2S';

it('signs requests', () => {
  expect(requestSignature(REQUEST, KEY)).toBe(
    '0493F2F0247A2DF076775631FFDFA8B6D39D051F4928D26426CD29895EEDB24960A23E4C6443A54806EA8B0E126A7B97940169FEADE6EE42FC99E3BE6F74AB04',
  );
  const hashes = [invoiceHash('CREATE', 'QWJjZDEyMzQ='), invoiceHash('MODIFY', 'RGNiYTQzMjE=')];
  expect(hashes).toEqual([
    '4317798460962869BC67F07C48EA7E4A3AFA301513CEB87B8EB94ECF92BC220A89C480F87F0860E85E29A3B6C0463D4F29712C5AD48104A6486CE839DC2F24CB',
    'A881218238933F6FFB9E167445CB4DAA9749BCF484FDE48AB7649FD25E8B634A4736A65A7C4A8E2831119F739837E006566F97370415AAD55E268605206F2A6C',
  ]);
  expect(requestSignature(REQUEST, KEY, hashes)).toBe(
    '60BC80609EE3B8F42FE904200A49A1921A1DADA08D55319ACD40C59F626514B74EEA49011D372600A10DBCF8199D590DA9C2841D987308F2D83DAE17C2470C42',
  );
});

it('decrypts tokens with the exchange key, and with no other', () => {
  const key = '7dd62DLMRHUVBIY1';
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key), null);
  const token = 'b1aca173-d9e8-4561-9237-0511eed99eaa2P0ZHLXBRI2U';
  const encoded = Buffer.concat([cipher.update(token), cipher.final()]).toString('base64');
  expect(decodedToken(encoded, key)).toBe(token);
  for (const [text, wrong] of [
    [encoded, '7dd62DLMRHUVBIY2'],
    [encoded, 'short'],
    ['', key],
    ['no Base64 !', key],
  ] as const)
    expect(decodedToken(text, wrong)).toBeNull();
});
