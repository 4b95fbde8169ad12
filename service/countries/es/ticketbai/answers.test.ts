import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { readAnswer, readBookAnswer, type BookAnswer } from './answers.ts';

const output = (inner: string) =>
  Buffer.from(`<r:TicketBaiResponse xmlns:r="urn:x"><Salida>${inner}</Salida></r:TicketBaiResponse>`);
const result = (code: string) =>
  `<ResultadosValidacion><Codigo>${code}</Codigo><Descripcion>d${code}</Descripcion></ResultadosValidacion>`;

describe('answers of Araba and Gipuzkoa', () => {
  test.each([
    ['taken', '<Estado>00</Estado><CSV>C1</CSV>', { taken: true, receipt: 'C1', warnings: '' }],
    [
      'taken with warnings',
      `<Estado>00</Estado>${result('010')}${result('011')}`,
      { taken: true, receipt: '', warnings: '010 d010; 011 d011' },
    ],
    ['known already', `<Estado>01</Estado>${result('005')}`, { taken: true, receipt: '', warnings: '' }],
    ['refused', `<Estado>01</Estado>${result('004')}`, { taken: false, refused: '004 d004' }],
    [
      'refused without a reason',
      '<Estado>01</Estado><Descripcion>Rechazado</Descripcion>',
      { taken: false, refused: 'Rechazado' },
    ],
    [
      'known, and refused',
      `<Estado>01</Estado>${result('005')}${result('002')}`,
      { taken: false, refused: '005 d005; 002 d002' },
    ],
    ['out of order', `<Estado>01</Estado>${result('006')}`, { unanswered: '006 d006' }],
    [
      'a certificate that is not the right one',
      `<Estado>01</Estado>${result('001')}`,
      { unanswered: '001 d001' },
    ],
    ['no state', '', { unanswered: 'the answer has no state' }],
  ])('%s', (_what, inner, said) => expect(readAnswer(200, output(inner))).toEqual(said));

  test('whatever comes is read without a defect, and taken only when it says so', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `<TicketBaiResponse>${text}`),
        ),
        (text) => {
          expect(readAnswer(502, Buffer.from(text))).toHaveProperty('unanswered');
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe('answers of Bizkaia', () => {
  const files = [
    { id: { series: 'T', number: '1', date: '2027-01-09' }, xml: '<a/>' },
    { id: { series: '', number: '2', date: '2027-01-09' }, xml: '<b/>' },
  ];
  const entry = (identifier: string, state: string, code = '') =>
    `<Registro><Identificador>${identifier}</Identificador><SituacionRegistro><EstadoRegistro>${state}</EstadoRegistro>` +
    `${code && `<CodigoErrorRegistro>${code}</CodigoErrorRegistro>`}</SituacionRegistro></Registro>`;
  const answer = (inner: string, more: Partial<BookAnswer> = {}): BookAnswer => ({
    ...{ status: 200, kind: 'Correcto', code: '', message: '' },
    body:
      inner === ''
        ? Buffer.alloc(0)
        : Buffer.from(`<l:R xmlns:l="urn:l"><Registros>${inner}</Registros></l:R>`),
    ...more,
  });
  const first =
    '<IDFactura><SerieFactura>T</SerieFactura><NumFactura>1</NumFactura><FechaExpedicionFactura>09-01-2027</FechaExpedicionFactura></IDFactura>';
  const second = `<TicketBai>${Buffer.from('<b/>').toString('base64')}</TicketBai>`;

  test('lines are found by what they are of, in whatever order', () => {
    const mixed =
      entry(second, 'Incorrecto', 'B4_2000001') + entry(first, 'AceptadoConErrores', 'B4_2000070');
    expect(readBookAnswer(answer(mixed), files)).toEqual([
      { taken: true, receipt: '', warnings: 'B4_2000070' },
      { taken: false, refused: 'B4_2000001' },
    ]);
    expect(readBookAnswer(answer(entry(first, 'Incorrecto', 'B4_2000003')), files)).toEqual([
      { taken: true, receipt: '', warnings: '' },
      { unanswered: 'the answer says nothing of /2' },
    ]);
  });

  test('nothing is concluded from an answer without lines, unless the message itself is refused', () => {
    const whole = answer('', { kind: 'Incorrecto', code: 'B4_1000001', message: 'XML' });
    expect(readBookAnswer(whole, files)).toEqual([{ whole: 'B4_1000001 XML' }]);
    const later = answer('', { kind: 'Incorrecto', code: 'B4_1000004', message: 'Error técnico' });
    expect(readBookAnswer(later, files)).toEqual([{ unanswered: 'HTTP 200: B4_1000004 Error técnico' }]);
    expect(readBookAnswer(answer(''), files)).toEqual([{ unanswered: 'HTTP 200: the answer has no lines' }]);
  });
});
