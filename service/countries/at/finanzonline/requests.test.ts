import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complaint } from '../../../emulators/finanzonline/schema.ts';
import { readBody } from '../../../emulators/xml.ts';
import {
  MAX_NOTE,
  MAX_REGISTER_ID,
  outage,
  receiptCheck,
  recommissioning,
  registerRegistration,
  retirement,
  statusQuery,
  unitRegistration,
  wrongPacket,
  writeRequest,
  type Request,
  type WrongRequest,
} from './requests.ts';
import { NOW, USER } from './testing/access.ts';
import { KEY, receiptCode } from './testing/receipts.ts';
import { runs } from '../../../testing/runs.ts';
import { anyCharacter } from '../../../testing/any-character.ts';

const SESSION = 'lB0BWZjc2qyw1RJzAxpw64WT';
const PACKET = { number: 42, mode: 'T' } as const;

function message(request: Request | WrongRequest): string {
  if ('problem' in request) throw new Error(request.problem);
  return writeRequest(USER, SESSION, PACKET, request, NOW);
}

/** The request inside its envelope. */
const inner = (request: Request | WrongRequest) =>
  /<rkdbRequest xmlns="https:\/\/finanzonline\.bmf\.gv\.at\/rkdb">(.*)<\/rkdbRequest>/.exec(
    message(request),
  )![1]!;

const HEAD = `<tid>TESTTEIL1</tid><benid>kasse001</benid><id>${SESSION}</id><art_uebermittlung>T</art_uebermittlung>`;
const NAME = '<paket_nr>42</paket_nr><ts_erstellung>2026-01-15T10:15:30Z</ts_erstellung>';
const SERIAL = '<zertifikatsseriennummer hex="true">3A7f01</zertifikatsseriennummer>';
const packed = (name: string, fields: string) =>
  `${HEAD}<rkdb>${NAME}<${name}><satznr>1</satznr>${fields}</${name}></rkdb>`;
const asked = (name: string, fields: string) =>
  `${HEAD}<${name}>${NAME}<satznr>1</satznr>${fields}</${name}>`;

const UNIT = { type: 'SIGNATURKARTE', provider: 'AT1' } as const;
const SINCE = Date.parse('2026-01-14T08:00:00.900+01:00');

describe('requests', () => {
  it.each<[string, Request | WrongRequest, string]>([
    [
      'unit by serial number',
      unitRegistration({ ...UNIT, certificate: { serial: '3A7f01' } }),
      packed('registrierung_se', `<art_se>SIGNATURKARTE</art_se><vda_id>AT1</vda_id>${SERIAL}`),
    ],
    [
      'unit by certificate',
      unitRegistration({ ...UNIT, certificate: { der: 'QUJD' } }),
      packed(
        'registrierung_se',
        '<art_se>SIGNATURKARTE</art_se><vda_id>AT1</vda_id><zertifikat>QUJD</zertifikat>',
      ),
    ],
    [
      'register',
      registerRegistration({ register: 'K-1', key: KEY, note: ' Bäckerei "Süß & Co" ' }),
      packed(
        'registrierung_kasse',
        '<kassenidentifikationsnummer>K-1</kassenidentifikationsnummer>' +
          `<anmerkung>Bäckerei &quot;Süß &amp; Co&quot;</anmerkung><benutzerschluessel>${KEY}</benutzerschluessel>`,
      ),
    ],
    [
      'outage of a unit',
      outage({ serial: '3A7f01' }, 2, SINCE),
      packed(
        'ausfall_se',
        `${SERIAL}<ausfall><begruendung>2</begruendung><beginn_ausfall>2026-01-14T07:00:00Z</beginn_ausfall></ausfall>`,
      ),
    ],
    [
      'outage of a register',
      outage({ register: 'K-1' }, 5, SINCE),
      packed(
        'ausfall_kasse',
        '<kassenidentifikationsnummer>K-1</kassenidentifikationsnummer>' +
          '<ausfall><begruendung>5</begruendung><beginn_ausfall>2026-01-14T07:00:00Z</beginn_ausfall></ausfall>',
      ),
    ],
    [
      'end of a unit',
      retirement({ serial: '3A7f01' }, 7),
      packed('ausfall_se', `${SERIAL}<ausserbetriebnahme><begruendung>7</begruendung></ausserbetriebnahme>`),
    ],
    [
      'unit back',
      recommissioning({ serial: '3A7f01' }, SINCE),
      packed('wiederinbetriebnahme_se', `${SERIAL}<ende_ausfall>2026-01-14T07:00:00Z</ende_ausfall>`),
    ],
    [
      'register back',
      recommissioning({ register: 'K-1' }, SINCE),
      packed(
        'wiederinbetriebnahme_kasse',
        '<kassenidentifikationsnummer>K-1</kassenidentifikationsnummer><ende_ausfall>2026-01-14T07:00:00Z</ende_ausfall>',
      ),
    ],
    ['receipt', receiptCheck(receiptCode()), packed('belegpruefung', `<beleg>${receiptCode()}</beleg>`)],
    ['status of a unit', statusQuery({ serial: '3A7f01' }), asked('status_see', SERIAL)],
    [
      'status of a register',
      statusQuery({ register: 'K-1' }),
      asked('status_kasse', '<kassenidentifikationsnummer>K-1</kassenidentifikationsnummer>'),
    ],
  ])('%s: fields in the order of the schema', (_name, request, expected) => {
    expect(inner(request)).toBe(expected);
    expect(complaint('rkdb', readBody(Buffer.from(message(request)))!)).toBeNull();
  });

  it('keep a key for themselves', () => {
    expect(registerRegistration({ register: 'K', key: KEY })).toMatchObject({ secrets: [KEY] });
  });

  it.each<[string, Request | WrongRequest, RegExp]>([
    [
      'provider',
      unitRegistration({ ...UNIT, provider: 'at1', certificate: { serial: '1' } }),
      /provider at1/,
    ],
    ['serial', unitRegistration({ ...UNIT, certificate: { serial: '0x1' } }), /not hexadecimal/],
    ['serial', statusQuery({ serial: '' }), /not hexadecimal/],
    ['serial', recommissioning({ serial: 'f'.repeat(51) }, NOW), /not hexadecimal/],
    ['certificate', unitRegistration({ ...UNIT, certificate: { der: 'a?' } }), /not Base64/],
    ['key', registerRegistration({ register: 'K', key: KEY.slice(4) }), /AES key/],
    ['key', registerRegistration({ register: 'K', key: 'A'.repeat(44) }), /AES key/],
    ['id', registerRegistration({ register: 'K_1', key: KEY }), /register id/],
    ['id', statusQuery({ register: '' }), /register id/],
    ['id', statusQuery({ register: 'K'.repeat(MAX_REGISTER_ID + 1) }), /register id/],
    ['id', statusQuery({ register: ' K' }), /register id/],
    ['id', retirement({ register: 'K\n1' }, 6), /register id/],
    ['reason', outage({ serial: '1' }, 5, NOW), /no reason 5/],
    ['reason', outage({ register: 'K' }, 2, NOW), /no reason 2/],
    ['time', outage({ register: 'K' }, 1, NaN), /time is none/],
    ['time', recommissioning({ register: 'K' }, 1e18), /time is none/],
    ['receipt', receiptCheck('_R1-AT1_K'), /13 fields/],
    ['receipt', receiptCheck(`${receiptCode()}_x`), /13 fields/],
    ['receipt', receiptCheck(`${receiptCode()}${'x'.repeat(1000)}`), /13 fields/],
  ])('with a wrong %s are not made', (_name, request, problem) => {
    expect(request).toEqual({ problem: expect.stringMatching(problem) });
  });

  it.each([0, -1, 1.5, 1_000_000_000, NaN])('have no packet number %d', (number) => {
    expect(wrongPacket({ number, mode: 'T' })).toEqual({ problem: expect.stringMatching(/packet number/) });
  });

  it('have packet numbers from 1 to 999999999 and two modes', () => {
    expect(wrongPacket({ number: 1, mode: 'T' })).toBeNull();
    expect(wrongPacket({ number: 999_999_999, mode: 'P' })).toBeNull();
    expect(wrongPacket({ number: 1, mode: 'X' as 'T' })).toEqual({ problem: expect.stringMatching(/mode/) });
  });

  it('take any name of a shop and any register id, or refuse it, and are always valid', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 130 }),
    );
    fc.assert(
      fc.property(text, text, (register, note) => {
        const made = registerRegistration({ register, key: KEY, note });
        if ('problem' in made) {
          expect(register).toMatch(/^$|^\s|\s$|[_\p{C}\p{Zl}\p{Zp}]|^.{51}/su);
          return;
        }
        const request = readBody(Buffer.from(message(made)))!;
        expect(complaint('rkdb', request)).toBeNull();
        const fields = Object.fromEntries(
          request.children
            .at(-1)!
            .children.at(-1)!
            .children.map((c) => [c.name, c.text]),
        );
        expect(fields['kassenidentifikationsnummer']).toBe(register);
        expect(fields['benutzerschluessel']).toBe(KEY);
        expect([...(fields['anmerkung'] ?? '')].length).toBeLessThanOrEqual(MAX_NOTE);
      }),
      { numRuns: runs(500) },
    );
  });
});
