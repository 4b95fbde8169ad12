/** Hashes, frames, authorization, check digits and the input of a sale against answers that are known. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorizationOf } from '../../devices/fdm/network/authorization.ts';
import { checkByte, frameOf, FrameReader } from '../../devices/fdm/serial/frame.ts';
import { headerOf, ticketFields } from '../../devices/fdm/serial/message.ts';
import { lacksOfficial, needOfficial, officialBytes } from '../../testing/official.ts';
import { plainName, plainQuantity, pluHash, pluRecord } from './gks1/plu.ts';
import { isOldPosId, isPosId, nationalNumber, unitNumber, vatNumber } from './numbers.ts';

const VECTORS = 'examples/be/fdm-vectors.json';

interface Vectors {
  pluHash: { records: string[]; sha1: string }[];
  emptyPluHash: string;
  frames: { message: string; frameHex: string }[];
  fdm2Authorization: { date: string; secret: string; body: string; header: string };
}

function vectors(): Vectors {
  return JSON.parse(officialBytes(VECTORS).toString('utf8')) as Vectors;
}

describe('GKS 1', () => {
  it('hashes articles, frames messages and shows its secret as published answers do', ({ skip }) => {
    needOfficial(skip, lacksOfficial(VECTORS));
    const { pluHash: hashes, emptyPluHash, frames, fdm2Authorization } = vectors();
    expect(hashes.map(({ records }) => pluHash(records))).toEqual(hashes.map(({ sha1 }) => sha1));
    expect(pluHash([])).toBe(emptyPluHash);
    for (const { message, frameHex } of frames) {
      expect(frameOf(message).toString('hex')).toBe(frameHex);
      expect(new FrameReader().push(frameOf(message))).toEqual([{ text: message }]);
    }
    const { date, secret, body, header } = fdm2Authorization;
    expect(authorizationOf(date, secret, body)).toBe(header);
  });

  it('writes the message of a ticket field by field', () => {
    const ticket = {
      ...{ time: '2016-03-15T12:34:56', operator: '79010100104', pos: 'BODO0011234567', ticket: 42 },
      ...{ label: 'NS' as const, total: 3000, bases: [0, 2679, 0, 0] as const },
      hash: '046bfc9425c488b9fe31b78820c21a70ae28005a',
    };
    const message = headerOf('H', 7, 0) + ticketFields(ticket);
    expect(message).toBe(
      'H0702016031512345679010100104BODO0011234567    42NS       30002100        0001200       2679 600        000 000        000046bfc9425c488b9fe31b78820c21a70ae28005a',
    );
    expect([message.length, checkByte(message)]).toEqual([162, 0x0b]);
    expect(ticketFields({ ...ticket, ticket: 1_234_567 }).slice(39, 45)).toBe('234567');
  });

  it.each([
    ['Soda light 33cl', 'SODALIGHT33CL'],
    ['Spaghetti bolognaise (klein)', 'SPAGHETTIBOLOGNAISEK'],
    ['Crème brûlée', 'CREMEBRULEE'],
    ['Œuf à l’æther ß €', 'OEUFALAETHERSSE'],
    ['', ''],
  ])('describes %j as %j', (text, plain) => expect(plainName(text)).toBe(plain));

  it.each([
    ['0.527', 'PIECE', '0001'],
    ['0.527', 'KILOGRAM', '0527'],
    ['1.25', 'LITRE', '1250'],
    ['-1234', 'PIECE', '1234'],
    ['123456', 'PIECE', '3456'],
  ] as const)('counts %s %s as %s', (quantity, unit, plain) =>
    expect(plainQuantity(quantity, unit)).toBe(plain),
  );

  it('makes records of 33 characters of whatever is sold', () => {
    const units = fc.constantFrom('PIECE' as const, 'KILOGRAM' as const, 'LITRE' as const);
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer(),
        units,
        fc.integer({ min: 0, max: 1e7 }),
        (name, cents, unit, size) => {
          const record = pluRecord(plainQuantity(String(size), unit), name, cents, 'A');
          expect(record).toMatch(/^\d{4}[A-Z\d]* *\d{8}A$/);
          expect(record).toHaveLength(33);
        },
      ),
    );
  });

  it('puts frames together however they come in pieces, and notices each changed byte', () => {
    const frame = frameOf('S000');
    const whole = [{ text: 'S000' }];
    for (let at = 0; at <= frame.length; at++) {
      const reader = new FrameReader();
      expect([...reader.push(frame.subarray(0, at)), ...reader.push(frame.subarray(at))]).toEqual(whole);
    }
    for (let at = 0; at < frame.length; at++) {
      const changed = Buffer.from(frame);
      changed[at]! ^= 0x40;
      expect(new FrameReader().push(changed)).not.toEqual(whole);
    }
  });
});

describe('numbers', () => {
  it.each([
    [vatNumber('BE 0477.472.701'), 'BE0477472701'],
    [vatNumber('0477472701'), 'BE0477472701'],
    [vatNumber('BE0477472702'), null],
    [unitNumber('2.000.000.042'), '2000000042'],
    [unitNumber('2000000043'), null],
    [unitNumber('1000000042'), null],
    [nationalNumber('79.01.01-001.83'), '79010100183'],
    [nationalNumber('00000000097'), '00000000097'],
    [nationalNumber('00000000029'), '00000000029'],
    [nationalNumber('79010100184'), null],
    [nationalNumber('7901010018'), null],
  ])('%s', (told, expected) => expect(told).toBe(expected));

  it('knows production numbers of both generations', () => {
    expect(['CTST0010000001', 'CTST001000000a', 'BTST0010000001'].map(isPosId)).toEqual([true, false, false]);
    expect(['ATST0010000001', 'BODO0011234567', 'CTST0010000001'].map(isOldPosId)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
