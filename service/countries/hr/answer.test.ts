import fc from 'fast-check';
import { LANGUAGES } from '../../locales.ts';
import { describe, expect, it } from 'vitest';
import { writeEnvelope } from '../base/soap.ts';
import { newSignatory, VALID } from '../base/testing/signers.ts';
import { textElement } from '../base/xml-writer.ts';
import { runs } from '../../testing/runs.ts';
import { isEcho, readAnswer, type Answer, type Asked } from './answer.ts';
import { cisSystem, F73, soapAction, TEST, type Operation } from './cis.ts';
import { cisErrorText } from './error-texts.ts';
import { CIS_ERRORS, helpsItself, remedyOf } from './errors.ts';
import { element, group } from './message.ts';
import { cisAnswer, cisErrors } from './testing/cis-answer.ts';
import { HEADER } from './testing/sales.ts';

const issuer = newSignatory('Fina Demo CA 2020', { purpose: 'issuer' });
const cis = newSignatory(TEST.signer, { issuer });
const shop = newSignatory('FISKAL 1', { issuer });
const JIR = 'f38748d1-d3fb-4b08-ba1b-14118c9de444';

const asked = (operation: Operation = 'racuni'): Asked => ({
  ...{
    operation,
    id: HEADER.id,
    system: TEST,
    certificates: [issuer.certificate],
    now: new Date(VALID.from + 1),
  },
});
const answer = (operation: Operation, ...content: string[]) =>
  readAnswer(cisAnswer(cis, operation, HEADER.id, ...content), asked(operation));
const unreadable = (read: Answer) => ('unreadable' in read ? read.unreadable : JSON.stringify(read));

describe('an answer of CIS', () => {
  it('gives the JIR of a receipt', () => {
    expect(answer('racuni', element('Jir', JIR))).toEqual({ jir: JIR });
  });

  it('gives the reasons to refuse', () => {
    expect(answer('racuni', cisErrors('s004', 's013'))).toEqual({
      refused: [
        { code: 's004', text: 'Greška s004.' },
        { code: 's013', text: 'Greška s013.' },
      ],
    });
  });

  it('may name no message that it could not read', () => {
    const read = readAnswer(cisAnswer(cis, 'racuni', '', cisErrors('s001')), asked());
    expect(read).toMatchObject({ refused: [{ code: 's001' }] });
  });

  it('says that a change is taken', () => {
    const message = group('PorukaOdgovora', element('SifraPoruke', 'p001'), element('Poruka', 'Uspješno.'));
    const operations = [
      'promijeniNacPlac',
      'napojnica',
      'promijeniPodatkeRacuna',
      'prijaviRadnoVrijeme',
    ] as const;
    for (const operation of operations) {
      expect(answer(operation, message)).toEqual({ done: { code: 'p001', text: 'Uspješno.' } });
    }
  });

  it('says what the test system thinks of a receipt', () => {
    expect(answer('provjera', cisErrors('v100'))).toMatchObject({ remarks: [{ code: 'v100' }] });
  });

  it('has the working times of premises', () => {
    const hours = element('RadnoVrijemeOd', '08:00') + element('RadnoVrijemeDo', '24:00');
    const usual = group(
      'Redovno',
      ...[element('DatumOd', '01.09.2026'), element('DatumDo', '30.09.2026'), element('Napomena', 'rujan')],
      group('Jednokratno', element('DanUTjednu', '8'), hours),
    );
    const exception = group('Iznimke', element('Datum', '24.12.2026'), group('Jednokratno', hours));
    const premises = group('PoslovniProstor', group('RadnoVrijeme', usual, exception));
    expect(answer('dohvatiRadnoVrijeme', premises)).toEqual({
      workingTime: {
        usual: [
          {
            ...{ from: '2026-09-01', till: '2026-09-30', note: 'rujan' },
            week: { once: [{ from: '08:00', till: '24:00', day: 8 }] },
          },
        ],
        exceptions: [{ day: '2026-12-24', hours: [{ from: '08:00', till: '24:00' }] }],
      },
    });
    const wrong = premises.replace('24:00', '24:01');
    expect(unreadable(answer('dohvatiRadnoVrijeme', wrong))).toMatch(/working times/);
  });
});

describe('no answer of CIS', () => {
  const right = () => cisAnswer(cis, 'racuni', HEADER.id, element('Jir', JIR));

  it.each<[string, () => Buffer, RegExp]>([
    ['a page', () => Buffer.from('<html><p>Održavanje<br></html>'), /not well-formed/],
    ['nothing', () => Buffer.alloc(0), /not well-formed/],
    [
      'a fault',
      () => Buffer.from(writeEnvelope('<S:Fault><faultstring>no</faultstring></S:Fault>')),
      /fault no/,
    ],
    [
      'not signed',
      () =>
        Buffer.from(
          right()
            .toString()
            .replace(/<Signature.*<\/Signature>/s, ''),
        ),
      /not signed/,
    ],
    ['another JIR', () => Buffer.from(right().toString().replace(JIR, JIR.replace('f', '0'))), /signature/],
    ['signed by a shop', () => cisAnswer(shop, 'racuni', HEADER.id, element('Jir', JIR)), /not signed by/],
    [
      'signed by anybody',
      () => cisAnswer(newSignatory(TEST.signer), 'racuni', HEADER.id, element('Jir', JIR)),
      /not trusted/,
    ],
    ['of another message', () => cisAnswer(cis, 'racuni', JIR, element('Jir', JIR)), /another message/],
    ['of no message', () => cisAnswer(cis, 'racuni', '', element('Jir', JIR)), /another message/],
    [
      'to another operation',
      () => cisAnswer(cis, 'napojnica', HEADER.id, element('Jir', JIR)),
      /no RacunOdgovor/,
    ],
    ['a JIR that is none', () => cisAnswer(cis, 'racuni', HEADER.id, element('Jir', '17')), /JIR/],
    [
      'two of them',
      () => cisAnswer(cis, 'racuni', HEADER.id, element('Jir', JIR), element('Jir', JIR)),
      /Jir/,
    ],
    ['without one', () => cisAnswer(cis, 'racuni', HEADER.id), /Jir/],
    [
      'both',
      () => cisAnswer(cis, 'racuni', HEADER.id, element('Jir', JIR), cisErrors('s006')),
      /accepts and refuses/,
    ],
    ['an error without a code', () => cisAnswer(cis, 'racuni', HEADER.id, cisErrors('x')), /SifraGreske/],
    ['an empty list of errors', () => cisAnswer(cis, 'racuni', HEADER.id, '<tns:Greske/>'), /errors/],
  ])('is %s', (_what, body, problem) => {
    expect(unreadable(readAnswer(body(), asked()))).toMatch(problem);
  });

  it('is one of the other system', () => {
    expect(unreadable(readAnswer(right(), { ...asked(), system: cisSystem(false) }))).toMatch(/fiskalcis$/);
  });

  it('is anything else than was signed, however it is cut', () => {
    const text = right().toString();
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.nat(40), (from, length) => {
        const read = readAnswer(Buffer.from(text.slice(0, from) + text.slice(from + length)), asked());
        expect('unreadable' in read || ('jir' in read && read.jir === JIR)).toBe(true);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('an echo', () => {
  it('is the text that was sent', () => {
    const echo = (text: string) =>
      Buffer.from(writeEnvelope(textElement(`t:EchoResponse xmlns:t="${F73}"`, text)));
    expect(isEcho(echo('Živio & <zdravo>'), 'Živio & <zdravo>')).toBe(true);
    expect(isEcho(echo('other'), 'Živio')).toBe(false);
    expect(isEcho(Buffer.from('x'), 'x')).toBe(false);
  });
});

describe('an error of CIS', () => {
  it('is tried again by itself only when nobody can help', () => {
    expect([['s006'], ['s006', 's004'], ['s013'], ['s099']].map(helpsItself)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(['s002', 's005'].map(remedyOf)).toEqual(['certificate', 'company']);
  });
});

describe('texts about errors of CIS', () => {
  it.each(LANGUAGES)('say something of each, in %s', (language) => {
    const texts = CIS_ERRORS.map((code) => cisErrorText(code, language));
    expect(texts).not.toContain(null);
    expect(new Set(texts).size).toBe(CIS_ERRORS.length);
    expect(['s099', 'toString'].map((code) => cisErrorText(code, language))).toEqual([null, null]);
  });

  it('are English where there is no other', () => {
    expect(cisErrorText('s006', 'ja')).toBe(cisErrorText('s006', 'en'));
  });
});

describe('the service', () => {
  it('is asked by the names of its WSDL', () => {
    expect(soapAction('racuni')).toMatch(/\/FiskalizacijaService\/racuni$/);
    expect(cisSystem(true).url).toContain('cistest');
  });
});
