import { expect, it } from 'vitest';
import { qrLook } from './qr-picture.ts';

it.each([
  [undefined, null],
  ['true', null],
  ['type=png&size=2', null],
  ['type=bmp', { type: 'bmp', level: 'M', size: 4 }],
  ['type=BMP&size=2&ec_level=q', { type: 'bmp', level: 'Q', size: 2 }],
  ['type=bmp&size=0&ec_level=X', { type: 'bmp', level: 'M', size: 4 }],
  ['type=bmp&size=1000000', { type: 'bmp', level: 'M', size: 4 }],
])('Fis_QR %j means %j', (attribute, look) => {
  expect(qrLook(attribute)).toEqual(look);
});
