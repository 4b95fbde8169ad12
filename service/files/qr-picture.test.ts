import { expect, it } from 'vitest';
import { qrLook } from './qr-picture.ts';

it.each([
  [undefined, null],
  ['true', null],
  ['type=png&size=2', null],
  ['type=bmp', { level: 'M', size: 4 }],
  ['type=BMP&size=2&ec_level=q', { level: 'Q', size: 2 }],
  ['type=bmp&size=0&ec_level=X', { level: 'M', size: 4 }],
  ['type=bmp&size=1000000', { level: 'M', size: 4 }],
])('Fis_QR %j means %j', (attribute, look) => {
  expect(qrLook(attribute)).toEqual(look);
});
