import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf, crc8, identifierOf } from './code.ts';

const BIZKAIA = 'https://batuz.eus/QRTBAI/';

describe('the identifier of an invoice', () => {
  test.each([
    ['123456789', '244'],
    ['TBAI-00000006Y-251019-btFpwP8dcLGAF-', '237'],
    ['', '000'],
  ])('CRC-8 of %j', (text, crc) => expect(crc8(text)).toBe(crc));

  test.each([
    ['00000006Y', '2019-10-25', 'btFpwP8dcLGAF', 'TBAI-00000006Y-251019-btFpwP8dcLGAF-237'],
    ['79732487C', '2022-05-06', 'KdxKFNXeNJuBZNjgv', 'TBAI-79732487C-060522-KdxKFNXeNJuBZ-065'],
    ['79732487C', '2022-05-12', 'DecRRA9MX+DOJ', 'TBAI-79732487C-120522-DecRRA9MX+DOJ-090'],
  ])('of %s on %s', (nif, date, signatureValue, identifier) =>
    expect(identifierOf({ nif, date, signatureValue, series: '', number: '', total: '' })).toBe(identifier),
  );

  test.each([
    [BIZKAIA, '00000006Y', '2019-10-25', 'btFpwP8dcLGAF', 'T', '27174', '4.70', '007'],
    [
      'https://tbai.egoitza.gipuzkoa.eus/qr/',
      '00000006Y',
      '2019-10-25',
      'btFpwP8dcLGAF',
      'T',
      '27174',
      '4.70',
      '010',
    ],
    [BIZKAIA, '79732487C', '2022-05-06', 'KdxKFNXeNJuBZ', 'A2022', '0399', '31.46', '114'],
    [BIZKAIA, '79732487C', '2022-05-12', 'DecRRA9MX+DOJ', 'A2022', '0400', '1936.00', '126'],
  ])('QR code: %s %s %s %s %s/%s %s', (base, nif, date, signatureValue, series, number, total, crc) => {
    const address = addressOf(base, { nif, date, signatureValue, series, number, total });
    expect(address).toMatch(new RegExp(`&cr=${crc}$`));
    expect(new URL(address).searchParams.get('id')?.slice(-3)).toMatch(/^\d{3}$/);
  });

  test('whatever a number has in it comes out of the address again', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 20 }),
        fc.string({ minLength: 1, maxLength: 20 }),
        (series, number) => {
          const identified = {
            nif: '00000006Y',
            date: '2027-01-09',
            signatureValue: 'a/+b'.repeat(8),
            series,
            number,
            total: '-1.00',
          };
          const { searchParams } = new URL(addressOf(BIZKAIA, identified));
          expect([searchParams.get('s'), searchParams.get('nf'), searchParams.get('i')]).toEqual([
            series,
            number,
            '-1.00',
          ]);
        },
      ),
      { numRuns: 50 },
    );
  });
});
