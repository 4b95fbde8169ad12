/** Known answers of the AEAT: hashes of its document "huella", code of its document "QR". */
import { expect, it } from 'vitest';
import { bareNif, isNif } from './nif.ts';
import { altaHash, cancelHash } from './verifactu/hash.ts';
import { qrText } from './verifactu/qr.ts';

it('chains two altas and an anulación as the AEAT does', () => {
  const common = { nif: '89890001K', date: '01-01-2024', kind: 'F1', quota: '12.35', total: '123.45' };
  const first = altaHash({
    ...common,
    number: '12345678/G33',
    before: '',
    time: '2024-01-01T19:20:30+01:00',
  });
  expect(first).toBe('3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60');
  const number = '12345679/G34';
  const second = altaHash({ ...common, number, before: first, time: '2024-01-01T19:20:35+01:00' });
  expect(second).toBe('F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97');
  const third = cancelHash({ ...common, number, before: second, time: '2024-01-01T19:20:40+01:00' });
  expect(third).toBe('177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68');
});

it('hashes values without the blanks around them', () => {
  const values = {
    nif: '89890001K',
    number: 'A/1',
    date: '01-01-2025',
    kind: 'F2',
    quota: '0.00',
    total: '1.00',
  };
  const rest = { before: '', time: '2025-01-01T10:00:00+01:00' };
  expect(altaHash({ ...values, ...rest, number: ' A/1 ' })).toBe(altaHash({ ...values, ...rest }));
});

it('makes the address of the AEAT for the code', () => {
  const checked = { nif: '89890001K', number: '12345678&G33', date: '01-01-2024', total: '241.4' };
  expect(qrText(checked, false, false)).toBe(
    'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678%26G33&fecha=01-01-2024&importe=241.4',
  );
  expect(qrText(checked, true, true)).toMatch(
    /^https:\/\/prewww2\.aeat\.es\/wlpl\/TIKE-CONT\/ValidarQRNoVerifactu\?/,
  );
});

it.each(['B12345674', 'A58818501', '89890001K', '12345678Z', 'X1234567L'])('knows the NIF %s', (nif) => {
  expect(isNif(nif)).toBe(true);
  expect(isNif(bareNif(` es-${nif.toLowerCase()}`))).toBe(true);
});

it.each(['B12345678', '12345678A', 'ES12345678Z', '', '123'])('refuses %s as a NIF', (nif) => {
  expect(isNif(nif)).toBe(false);
});
