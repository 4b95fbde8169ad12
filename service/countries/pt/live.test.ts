/** Series between a till and the tax authority: opened before the first document, once, whatever happens. */
import { describe, expect, it } from 'vitest';
import { PORTUGAL } from '../../testing/sales.ts';
import { tagOf } from './testing/inspector.ts';
import { asked, enterLogin, known, openLiveTill, PASSWORD, standIn, USER } from './testing/live-till.ts';
import { pos } from './testing/receipts.ts';
import { newKey } from './testing/till.ts';

const codeOf = (simulator: { series: { tipoDoc: string; codValidacaoSerie: string }[] }, type: string) =>
  simulator.series.find((s) => s.tipoDoc === type)!.codValidacaoSerie;

describe('the first document of a series', () => {
  it('opens it, tells all that the authority wants to know, and carries its code', async () => {
    const { till, simulator } = await openLiveTill();
    const sale = await till.sell('3.23');
    expect(simulator.series).toMatchObject([
      {
        nif: '599999993',
        serie: '1_1.26',
        tipoSerie: 'N',
        classeDoc: 'SI',
        tipoDoc: 'FS',
        numInicialSeq: '1',
        dataInicioPrevUtiliz: '2026-05-04',
        numCertSWFatur: '9999',
        meioProcessamento: 'PI',
      },
    ]);
    expect(tagOf(sale, 'ATCUD')).toBe(`${codeOf(simulator, 'FS')}-1`);
    expect(sale.Fis).not.toHaveProperty('PT_Test');
    expect(tagOf(await till.sell(), 'ATCUD')).toBe(`${codeOf(simulator, 'FS')}-2`);
    expect(asked(simulator)).toStrictEqual(['registarSerie 2001']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('is of the right kind and class: recovery, training, working document, receipt', async () => {
    const { till, simulator } = await openLiveTill();
    const D = '2026-05-02T10:00:00';
    await till.sell('1.00', { FN: 'abc/1', D });
    await till.sell('1.00', { Test: '1' });
    await till.issue({ DT: 'CM', PosA: [pos('1.00')] });
    await till.issue({ DT: 'GT', PosA: [pos('1.00')] });
    await till.sell('1.00', { DT: 'RG' });
    expect(simulator.series.map((s) => [s.tipoDoc, s.serie, s.tipoSerie, s.classeDoc])).toStrictEqual([
      ['FS', '1_1.26M', 'R', 'SI'],
      ['FS', '1_1.26MF', 'F', 'SI'],
      ['CM', '1_1.26', 'N', 'WD'],
      ['GT', '1_1.26', 'N', 'MG'],
      ['RG', '1_1.26', 'N', 'PY'],
    ]);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('opens it once when many are sent at the same time', async () => {
    const { till, simulator } = await openLiveTill();
    const [sales] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => till.sell())),
      till.background(),
      till.background(),
    ]);
    expect(sales.map((r) => r.ESR!.FN)).toStrictEqual(sales.map((_, i) => `FS 1_1.26/${i + 1}`));
    expect(known(simulator).sort()).toStrictEqual(['FS 1_1.26 A', 'FT 1_1.26 A', 'NC 1_1.26 A']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('opens none when it is refused anyway', async () => {
    const { till, simulator } = await openLiveTill();
    expect((await till.attempt('5.00', { T: '6.00' })).Result.RC).toBe('BAD');
    expect((await till.attempt('5.00', { DT: 'NC' })).Result.RC).toBe('BAD');
    expect(
      (await till.attempt('3000.00', { PayA: [{ _: 'Pay', Dsc: 'x', Amt: '3000.00' }] })).Result.RC,
    ).toBe('BAD');
    await till.issue({ NF: 'login' });
    expect(asked(simulator)).toStrictEqual([]);
  });
});

describe('the register by itself', () => {
  it('opens what a till always needs before anybody sells', async () => {
    const { till, simulator } = await openLiveTill();
    expect(till.overview).toMatchObject({ mode: 'live', login: { user: USER } });
    expect(till.overview.series.map((s) => [s.id, s.state])).toStrictEqual([
      ['FS 1_1.26', 'pending'],
      ['FT 1_1.26', 'pending'],
      ['NC 1_1.26', 'pending'],
    ]);
    await till.background();
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A', 'FT 1_1.26 A', 'NC 1_1.26 A']);
    expect(till.overview.series.map((s) => [s.id, s.state, s.code])).toStrictEqual(
      ['FS', 'FT', 'NC'].map((type) => [`${type} 1_1.26`, 'open', codeOf(simulator, type)]),
    );
    await till.background();
    await till.restart();
    await till.background();
    expect(asked(simulator)).toHaveLength(3);
    simulator.down();
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/1');
    expect(JSON.stringify(till.overview)).not.toContain(PASSWORD);
  });

  it('opens nothing when nobody has to be asked, and nothing without a key', async () => {
    const { till, simulator } = await openLiveTill();
    // The partner is missing: whatever were opened now would be opened in the name of another program.
    till.key = null;
    await till.background();
    expect(asked(simulator)).toStrictEqual([]);
    expect(till.overview.series).toStrictEqual([]);
    expect((await till.act('open', { type: 'FS' })) as object).toHaveProperty('issues');
    expect(asked(simulator)).toStrictEqual([]);
    till.key = newKey(1, true);
    await till.background();
    await till.sell();
    expect(asked(simulator)).toStrictEqual([]);
    expect(till.overview).toMatchObject({ mode: 'own', series: [{ id: 'FS 1_1.26', test: true }] });
  });

  it('opens nothing with the login of another taxpayer', async () => {
    const cfg = { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId: 'PT509876544' } };
    const { till, simulator } = await openLiveTill({ cfg, login: false });
    await till.act('client-certificate', {
      certificate: simulator.clientCertificate,
      key: simulator.clientKey,
    });
    await till.act('authority-certificate', { certificate: simulator.authorityCertificate });
    await till.act('login', { user: USER, password: PASSWORD });
    await till.background();
    expect((await till.attempt('1.00')).Result.RC).toBe('NO');
    // The series would be registered for a company that never uses it.
    expect(simulator.series).toStrictEqual([]);
  });
});

describe('a crash in the middle of opening', () => {
  it('leaves no second series and no gap: the answer was lost', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.drop();
    const lost = await till.attempt('1.00');
    expect(lost.Result).toMatchObject({ RC: 'NO', ErrorCode: '#PT_SERIES_OFFLINE' });
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A']);
    till.clock.set('2026-05-04T12:00:20');
    const sale = await till.sell();
    expect(sale.ESR!.FN).toBe('FS 1_1.26/1');
    expect(tagOf(sale, 'ATCUD')).toBe(`${codeOf(simulator, 'FS')}-1`);
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('leaves no second series and no gap: the service was killed', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.drop();
    await till.attempt('1.00');
    await till.restart();
    const sale = await till.sell();
    expect([sale.ESR!.FN, tagOf(sale, 'ATCUD')]).toStrictEqual([
      'FS 1_1.26/1',
      `${codeOf(simulator, 'FS')}-1`,
    ]);
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('leaves no second series and no gap: the disk was full', async () => {
    const { till, simulator } = await openLiveTill();
    // Whichever record of the opening it is that cannot be stored.
    for (let failures = 0; failures < 4; failures++) {
      till.room.store.failNext();
      const { Result } = await till.attempt('1.00');
      expect(['#JOURNAL_FAILED', undefined]).toContain(Result.ErrorCode);
      till.clock.set(`2026-05-04T12:0${failures + 1}:00`);
    }
    await till.sell();
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A']);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('while the register opened it by itself is no different', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.drop();
    await till.background();
    await till.restart();
    await till.background();
    await till.sell();
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A', 'FT 1_1.26 A', 'NC 1_1.26 A']);
    expect(await till.complaints()).toStrictEqual([]);
  });
});

describe('a series that the authority knows and the till does not', () => {
  it('may have been used before the data was lost: the next letter is taken', async () => {
    const { till, simulator } = await openLiveTill();
    await till.sell();
    await till.sell();
    // The same till with an empty journal, as after a backup of before its first day.
    const { till: restored } = await openLiveTill({ login: false });
    standIn(simulator);
    await enterLogin(restored, simulator);
    const sale = await restored.sell();
    expect(sale.ESR!.FN).toBe('FS 1_1.26A/1');
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A', 'FS 1_1.26A A']);
    expect((await restored.sell()).ESR!.FN).toBe('FS 1_1.26A/2');
    expect(await restored.complaints()).toStrictEqual([]);
  });

  it('was registered by somebody else after a refusal: the next letter is taken', async () => {
    const { till, simulator } = await openLiveTill();
    simulator.fail(4043);
    expect((await till.attempt('1.00')).Result.ErrorCode).toBe('#PT_SERIES_REFUSED');
    const { till: other } = await openLiveTill({ login: false });
    standIn(simulator);
    await enterLogin(other, simulator);
    await other.sell();
    await till.act('open', { type: 'FS' });
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26A/1');
    expect(known(simulator)).toStrictEqual(['FS 1_1.26 A', 'FS 1_1.26A A']);
  });
});

describe('names of tills', () => {
  it('may be as long as the authority takes them, with every ending', async () => {
    const cfg = { ...PORTUGAL, Loc: { TL: 'Loja-do-Chiado' }, Trm: { TT: 'Caixa.01_cave2' } };
    const { till, simulator } = await openLiveTill({ cfg });
    const D = '2026-05-02T10:00:00';
    await till.sell();
    await till.sell('1.00', { Test: '1' });
    await till.sell('1.00', { FN: 'FS Loja-do-Chiado_Caixa.01_cave2.26Y/9', D });
    await till.sell('1.00', { FN: 'abc/1', D });
    expect(simulator.series.map((s) => s.serie.slice(-6))).toStrictEqual([
      've2.26',
      '2.26MF',
      '.26ZMD',
      '2.26ZM',
    ]);
    expect(await till.complaints()).toStrictEqual([]);
  });

  it('that differ in capitals alone are refused, and the authority is not asked', async () => {
    const { till, simulator } = await openLiveTill();
    await till.sell('1.00', { TL: 'bar' });
    const { Result } = await till.attempt('1.00', { TL: 'Bar' });
    expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#PT_SERIES' });
    expect(asked(simulator)).toStrictEqual(['registarSerie 2001']);
    till.key = newKey(2, true);
    expect((await till.attempt('1.00', { TL: 'BAR' })).Result.ErrorCode).toBe('#PT_SERIES');
    expect(await till.complaints()).toStrictEqual([]);
  });
});

describe('real documents', () => {
  it('keep their register from becoming another company’s', async () => {
    const { till } = await openLiveTill();
    const other = { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId: 'PT509876544' } };
    const abroad = { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, Ctry: 'LU' } };
    await till.sell();
    for (const cfg of [other, abroad]) {
      const { Result } = await till.register.configuration.set(cfg);
      expect(Result).toMatchObject({ RC: 'BAD', ErrorCode: '#CFG' });
    }
    const moved = { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId: '599999993', Adr: 'Rua Nova 1' } };
    expect((await till.register.configuration.set(moved)).Result.RC).toBe('OK');
    expect((await till.sell()).ESR!.FN).toBe('FS 1_1.26/2');
  });
});
