import { describe, expect, it } from 'vitest';
import { readCfg, sameCfg, type Cfg } from './cfg.ts';
import type { Tree, TreeValue } from './tree.ts';

const CMP = { Nam: 'Casa do Largo Lda', Ctry: 'PT', TaxId: 'PT509876544' };

function accepted(body: unknown): Cfg {
  const result = readCfg(body as Tree);
  expect(result).not.toHaveProperty('issues');
  return (result as { cfg: Cfg }).cfg;
}

function refused(cfg: unknown): [string, string][] {
  const result = readCfg({ Cfg: cfg as TreeValue });
  return 'issues' in result ? result.issues.map((i) => [i.code, i.path]) : [];
}

describe('a configuration', () => {
  it('is kept with everything it brings', () => {
    const cfg = {
      Cmp: { ...CMP, label: 'CasaLargo', Loyalty: { Card: '1' } },
      Loc: { TL: '1', City: 'Coimbra' },
      Trm: { TT: '1', SW: 'BarPos' },
      Dev: [{ Id: 'a' }, { Id: 'b' }],
    };
    expect(accepted({ Cfg: cfg })).toEqual(cfg);
  });

  it('holds texts without blanks around them', () => {
    const cfg = accepted({ Cfg: { Cmp: { ...CMP, Nam: ' Casa ' }, Loc: { TL: 12, Zip: null, City: '' } } });
    expect(cfg.Cmp.Nam).toBe('Casa');
    expect(cfg.Loc).toEqual({ TL: '12' });
  });

  it.each<[unknown, string[]]>([
    [{}, ['Cfg']],
    [{ Cmp: {} }, ['Cfg.Cmp.Ctry', 'Cfg.Cmp.TaxId']],
    [{ Cmp: { Ctry: 'Portugal' } }, ['Cfg.Cmp.Ctry', 'Cfg.Cmp.TaxId']],
    [{ Cmp: { ...CMP, Ctry: 'pt' } }, ['Cfg.Cmp.Ctry']],
    [{ Cmp: { ...CMP, Ctry: 'XX' }, Loc: { Ctry: 'PRT' } }, ['Cfg.Cmp.Ctry', 'Cfg.Loc.Ctry']],
    [{ Cmp: CMP, Loc: { Ctry: ['PT'] } }, ['Cfg.Loc.Ctry']],
    [
      { Cmp: { ...CMP, label: '12345678901' }, Loc: { label: '12345678901' } },
      ['Cfg.Cmp.label', 'Cfg.Loc.label'],
    ],
    [{ Cmp: CMP, Loc: 'x', Trm: ['y'] }, ['Cfg.Loc', 'Cfg.Trm']],
    [{ Cmp: CMP, Loc: { TL: {} }, Trm: { TT: ['1'] } }, ['Cfg.Loc.TL', 'Cfg.Trm.TT']],
  ])('that is wrong is refused with all places: %j', (cfg, paths) => {
    expect(refused(cfg)).toStrictEqual(paths.map((path) => ['#CFG', path]));
  });

  it('counts characters of a label, not code units', () => {
    expect(refused({ Cmp: { ...CMP, label: '🍷🍷🍷🍷🍷🍷🍷🍷🍷🍷' } })).toStrictEqual([]);
  });

  it.each([{}, { Cfg: 'x' }, { Cmp: CMP }, Object.create({ Cfg: { Cmp: CMP } })])(
    'must be there: %j',
    (body) => {
      expect(readCfg(body as Tree)).toMatchObject({ issues: [{ code: '#CFG', path: 'Cfg' }] });
    },
  );

  it('has no names or characters that other formats cannot carry', () => {
    const cfg = JSON.parse(
      '{"Cmp":{"Ctry":"PT","TaxId":"1","__proto__":{"x":1},"a b":"y","City":"\\u0007"}}',
    ) as unknown;
    expect(refused(cfg)).toStrictEqual([
      ['#NAME', 'Cfg.Cmp.__proto__'],
      ['#NAME', 'Cfg.Cmp.a b'],
      ['#CHARACTER', 'Cfg.Cmp.City'],
    ]);
  });

  it.each<[string, (inner: unknown) => unknown]>([
    ['lists', (inner) => [inner]],
    ['groups', (inner) => ({ Inner: inner })],
  ])('may not nest %s without end', (_name, wrap) => {
    let value: unknown = 'x';
    for (let i = 0; i < 20_000; i++) value = wrap(value);
    expect(refused({ Cmp: CMP, Extension: value }).map(([code]) => code)).toStrictEqual(['#CFG']);
  });
});

describe('two configurations', () => {
  it('are the same whatever the order of their names', () => {
    const a = accepted({ Cfg: { Cmp: CMP, Loc: { TL: '1', City: 'x' } } });
    const b = accepted({
      Cfg: { Loc: { City: 'x', TL: 1 }, Cmp: { TaxId: CMP.TaxId, Ctry: 'PT', Nam: CMP.Nam } },
    });
    expect(sameCfg(a, b)).toBe(true);
  });

  it.each<[string, Record<string, unknown>]>([
    ['value', { Loc: { TL: '2' } }],
    ['value more', { Loc: { TL: '1', City: 'x' } }],
    ['group less', {}],
    ['order of devices', { Loc: { TL: '1' }, Dev: [{ Id: 'b' }, { Id: 'a' }] }],
  ])('differ by one %s', (_name, more) => {
    const first = accepted({
      Cfg: { Cmp: CMP, Loc: { TL: '1' }, ...(more.Dev ? { Dev: [{ Id: 'a' }, { Id: 'b' }] } : {}) },
    });
    expect(sameCfg(first, accepted({ Cfg: { Cmp: CMP, ...more } }))).toBe(false);
  });
});
