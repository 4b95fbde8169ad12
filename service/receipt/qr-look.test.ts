import { expect, it } from 'vitest';
import { qrLook } from './qr-look.ts';

it.each([
  [undefined, null],
  ['type=gif', null],
  ['size=3', { type: 'png', level: 'M', size: 3 }],
  ['type=png&size=2', { type: 'png', level: 'M', size: 2 }],
  ['type=bmp', { type: 'bmp', level: 'M', size: 4 }],
  ['type=BMP&size=2&ec_level=q', { type: 'bmp', level: 'Q', size: 2 }],
  ['type=bmp&size=0&ec_level=X', { type: 'bmp', level: 'M', size: 4 }],
  ['type=bmp&size=1000000', { type: 'bmp', level: 'M', size: 4 }],
])('Fis_QR %j means %j', (attribute, look) => {
  expect(qrLook(attribute)).toEqual(look);
});
