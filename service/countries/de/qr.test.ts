import { createHash, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { signedTransaction, type LogTimeFormat } from '../../devices/tse/log-message.ts';
import { qrCode } from './qr.ts';
import { keysOf } from './signature.ts';
import type { KeptProcess } from './kept.ts';
import type { TseIdentity } from '../contract/tse.ts';

/** QR codes of real receipts; the last field of the fifth is a whole SubjectPublicKeyInfo, as its maker has it. */
const REAL = [
  'V0;1342061307;Kassenbeleg-V1;Beleg^9.00_0.00_0.00_0.00_0.00^9.00:Bar;8041;17011;2026-05-21T21:40:56.000Z;2026-05-21T21:41:30.000Z;ecdsa-plain-SHA256;unixTime;D5CdNgSCwlSisYXjQoZnIxAM9nRdb91F8l6uIdR+oKWi7/kTszRK/xRLBNgcGhc6L1ChYQktJJFmzKFt8mTn/w==;BJlf238fEMG/ycfzOUBpIHa8OZNMXFMZx9ug42Vs6F0zOx42io2pnoWnRvoNeITAY1J4+2ePsszO3CeJrgfLWb8=',
  'V0;ERS aacbe40e-3aa6-48a1-b8e6-3c8abbd7ebd5;Kassenbeleg-V1;Beleg^0.00_8.20_0.00_0.00_1.80^10.00:Bar;11;138;2023-12-13T16:01:44.000Z;2023-12-13T16:01:56.000Z;ecdsa-plain-SHA256;unixTime;7nTRzYZ6Pjhnv5l8Qo/Gs9cQ2KvmCMMK1/rQ0hoPtjkp2tPr3yuWPvH9rkOkCFuAI79k/VxvkyxwSQyWjRc7iA==;BCC8Xaw0n2bnmcsOpLwgYhlUEw/aOvJPFMy2WOFaabktCrxep80VY7Y8KdrjIAx+9ta7wfMO03k4nwN11ZnNKm4=',
  'V0;ERS f3ab7b96-6d82-433e-a87a-cccc8e001e20;Kassenbeleg-V1;Beleg^21.42_0.00_0.00_0.00_0.00^21.42:Unbar;1;34;2023-01-20T18:27:22.000Z;2023-01-20T18:33:07.000Z;ecdsa-plain-SHA256;unixTime;qvyQJduZN29b2kXpEqhXlJ0Hmy3rYiPzBiu/QTPPei7bnGIwMysPV3Q39gMwoEfxtp3KXqWEfUrBulTcBbRpRQ==;BO8SGEEyy6KZQeZ+gbaJK9A9s8UkNZ8NhUut3t2BB9D9heCk/rJRwEKIJUCDcjLHl7c3M6jZ8rq98zYeuLuirHc=',
  'V0;ARC1234;Kassenbeleg-V1;Beleg^3,000.00_20.00_0.00_0.00_0.00^3,020.00:Bar;60;1326;2020-06-16T10:58:12.000Z;2020-06-16T10:58:12.000Z;ecdsa-plain-SHA384;unixTime;Y6QLrsGBeB80wgNVp1EYrMR+vKO/i3RVWZ+P3LYNNejB/Px+i3XA5DJQMgCvj7lKKj8uRaDtGDWRgPxuXc01yokYXSLazsiU8aJhHmnkdPqbUdMakIz5Qc6tmgauJJIX;BFhnDaPRoUxAYUktkUqoaV2l+TVpLdT7wPTRFDkZcHXFS7WZhGsvKh/lT3jEYJLNLD/sjQVg/JrobVU5kue/k2d9sK7dnWPdMgYlr4E4Ff8ziKclzs1u7BuOYJ4jRI65rg==',
  'V0;220130d5-9060-4e26-b75c-35968f49aae3;Kassenbeleg-V1;Beleg^7.50_0.00_0.00_0.00_0.00^7.50:Bar;11;21;2020-05-22T11:33:01.000Z;2020-05-22T11:33:02.000Z;ecdsa-plain-SHA256;utcTime;HSmIZw0g6tpJ/UeNYutHic5PXORANAH5V9+Fon9SfCvx3A/gO7Dguaxd8Mn/YKadgfLTV7s1VzWPe/QolS6dAg==;MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENFFPGk1vDk92IL6tjsVQ6kpwc4TCsYNNGGoc0cN4dUPQZwOo2tuQlrQAVvMfO+XHWsnphAtN5cUbIwdtMk/Z6g==',
];

/** Takes a QR code apart. */
function read(code: string) {
  const parts = code.split(';');
  const [, client = '', processType = '', processData = '', TID, counter, start = '', end = ''] = parts;
  const [algorithm = '', timeFormat = '', signature = '', publicKey = ''] = parts.slice(8);
  const key = Buffer.from(publicKey, 'base64');
  const point = key.subarray(key.length > 97 || key.length === 91 ? -65 : 0);
  const serial = createHash('sha256').update(point).digest('hex');
  return {
    ...{ client, processType, processData, start, end, algorithm, timeFormat, signature, publicKey },
    ...{ TID: Number(TID), counter: Number(counter), point, serial },
  };
}

it.each(REAL.map((code, i) => [i + 1, code] as const))(
  'rebuilds the signed message of real receipt %i, and its signature fits',
  (_number, code) => {
    const { client, processType, processData, TID, counter, end, algorithm, timeFormat, ...rest } =
      read(code);
    const signed = signedTransaction({
      ...{ operation: 'FinishTransaction', client, processType, processData, transaction: TID, counter },
      ...{ serial: rest.serial, algorithm, seconds: Date.parse(end) / 1000 },
      timeFormat: timeFormat as LogTimeFormat,
    });
    const hash = algorithm.endsWith('384') ? 'sha384' : 'sha256';
    const signature = Buffer.from(rest.signature, 'base64');
    const isSigned = () =>
      keysOf(rest.publicKey).some((key) =>
        verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, signature),
      );
    expect(isSigned()).toBe(true);
    signed[signed.length - 1]! ^= 1;
    expect(isSigned()).toBe(false);
  },
);

it.each(REAL.slice(0, 4))('writes the code of a real receipt again: %#', (code) => {
  const { client, processType, processData, TID, counter, start, end, signature, serial, ...rest } =
    read(code);
  const process: KeptProcess = {
    ...{ Z: 1, Bon: 'Beleg', Client: client, Type: processType as 'Kassenbeleg-V1', Data: processData },
    ...{ Begin: '', End: '' },
    Tse: { Serial: serial, TID, Start: start, End: end, Counter: counter, Signature: signature },
  };
  const { algorithm, publicKey, timeFormat } = rest;
  const identity: TseIdentity = {
    ...{ serial, publicKey, algorithm, encoding: 'UTF-8', certificates: [] },
    timeFormat: timeFormat as TseIdentity['timeFormat'],
  };
  expect(qrCode(process, identity)).toBe(code);
  expect(qrCode({ ...process, Type: 'SonstigerVorgang' }, identity)).toBeNull();
});
