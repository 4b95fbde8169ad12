import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUSTRIA_CFG } from '../../demo/at.ts';
import { CROATIA_CFG } from '../../demo/hr.ts';
import { CFG as ITALY } from '../../countries/it/testing/shop.ts';
import type { CfgRemark, SetupOverview } from '../../setup/wire.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { runService, type Running } from '../../testing/running-service.ts';
import { GENERIC, PORTUGAL, sale } from '../../testing/sales.ts';

const overview = async ({ get }: Running, rn = 'def') =>
  (await get(`/control/setup?RN=${rn}`)).json as SetupOverview;
const states = (shown: SetupOverview) =>
  Object.fromEntries(shown.steps.map(({ name, state }) => [name, state]));
const act = (running: Running, action: string, body: object, rn = 'def') =>
  running.post(`/control/setup/${action}?RN=${rn}`, body);
const remarks = async (running: Running, cfg: object) =>
  (await act(running, 'check', { Cfg: cfg })).json.result.remarks as CfgRemark[];
const said = (all: readonly CfgRemark[]) =>
  all.map(({ field, problem, isRefused }) => [field, problem, isRefused] as const);

const shop = (Ctry: string, TaxId: string, more: object = {}) => ({
  Cmp: { Nam: 'Casa do Largo', Ctry, TaxId, ...more },
  Loc: { TL: '1' },
  Trm: { TT: '1' },
});

describe('setting up', () => {
  it('goes from nothing to a receipt, and knows at each time what is missing', async () => {
    const running = await runService({ cfg: null });
    const storage = path.join(await temporaryFolder(), 'Tillmark-Backup');
    const before = await overview(running);
    expect(before).toMatchObject({ version: 0, cfg: null, registers: [], lastReceipt: null });
    expect(states(before)).toEqual({
      ...{ company: 'missing', place: 'missing', printer: 'optional', backup: 'missing' },
      ...{ password: 'missing', portal: 'optional', receipt: 'missing' },
    });
    const [first] = before.countries;
    expect([first?.kind, before.countries.find(({ code }) => code === 'PT')?.taxId?.name]).toEqual([
      'fiscal',
      'NIF',
    ]);

    expect((await act(running, 'save', { Cfg: shop('PT', 'PT599999993'), version: 0 })).status).toBe(200);
    expect((await act(running, 'backup', { path: ` ${storage} ` })).status).toBe(200);
    expect((await fs.stat(storage)).isDirectory()).toBe(true);
    const { sq } = (await act(running, 'receipt', {})).json.result;
    const after = await overview(running);
    expect(after).toMatchObject({ version: 1, backupPath: storage, lastReceipt: { sq } });
    expect(states(after)).toMatchObject({ company: 'done', place: 'done', backup: 'done', receipt: 'done' });
    expect(after.registers).toMatchObject([{ rn: 'def', company: 'Casa do Largo', TL: '1', TT: '1' }]);
    const record = (await running.records()).find(({ _ }) => _ === 'Tra');
    expect(record?.ESR).toMatchObject({ NFS: 'Training' });
  });

  it.each<[string, object]>([
    ['PT', PORTUGAL],
    ['AT', AUSTRIA_CFG.Cfg as object],
    ['HR', CROATIA_CFG.Cfg as object],
    ['free', GENERIC],
  ])('registers training in %s before anything else is there', async (_country, cfg) => {
    const running = await runService({ cfg: null });
    expect((await act(running, 'save', { Cfg: cfg, version: 0 })).json).toEqual({ result: {} });
    const answer = await act(running, 'receipt', {});
    expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  });

  it('proposes a terminal to another register that nobody has, and says when one is taken', async () => {
    const running = await runService();
    expect((await overview(running)).freeTerminal).toBe('1');
    await running.post('/register', sale('1.00', { TT: '1' }));
    await running.post('/register', sale('1.00', { TT: '2' }));
    expect((await overview(running, 'second')).freeTerminal).toBe('3');
    const taken = await act(running, 'check', { Cfg: PORTUGAL }, 'second');
    expect(said(taken.json.result.remarks)).toContainEqual(['Trm.TT', 'taken', false]);
    const free = { ...PORTUGAL, Trm: { TT: '3' } };
    const { json } = await act(running, 'check', { Cfg: free }, 'second');
    expect(said(json.result.remarks)).toEqual([]);
  });

  it('says what a country with a device still needs', async () => {
    const running = await runService({ cfg: null });
    await act(running, 'save', { Cfg: ITALY, version: 0 });
    const shown = await overview(running);
    expect(shown.needs).toMatchObject({ device: true, page: true });
    expect(states(shown)).toMatchObject({ fiscal: 'missing', printer: 'missing' });
    expect(shown.problems.map(({ code }) => code)).toContain('IT_NO_PRINTER');
  });

  it('takes no folder that cannot hold backups', async () => {
    const running = await runService({ cfg: null });
    const inside = path.join(running.dataRoot, 'copies');
    for (const [wrong, problem] of [
      ['', undefined],
      ['backups', 'notFull'],
      ['/nowhere/to/be/found', 'missing'],
      [running.dataRoot, 'inside'],
      [inside, 'inside'],
    ] as const) {
      const { status, json } = await act(running, 'backup', { path: wrong });
      expect([wrong, status, json.error.code]).toEqual([wrong, 400, '#BACKUP_PATH']);
      expect(json.error.fields).toEqual(problem && { path: problem });
    }
    expect((await overview(running)).backupPath).toBeNull();
    await expect(fs.stat(inside)).rejects.toThrow('ENOENT');
  });
});

describe('a configuration', () => {
  it('is checked while it is typed, and nothing is stored', async () => {
    const running = await runService({ cfg: null });
    expect(await remarks(running, shop('PT', 'PT599999993'))).toEqual([]);
    expect(said(await remarks(running, shop('PT', 'PT599999994')))).toEqual([['Cmp.TaxId', 'taxId', false]]);
    expect(said(await remarks(running, shop('CH', 'PT599999993')))).toEqual([['Cmp.Ctry', 'prefix', false]]);
    expect(said(await remarks(running, shop('CH', 'CHE107787577MWST')))).toEqual([]);
    expect(said(await remarks(running, shop('GR', 'EL094259216')))).toEqual([]);
    const Doc = { PaymentPeriod: 'zwei' };
    expect(said(await remarks(running, { ...shop('PT', 'PT599999993'), Doc }))).toEqual([
      ['Doc.PaymentPeriod', 'days', true],
    ]);
    // Croatia refuses, others only wonder.
    expect(said(await remarks(running, shop('HR', '123')))).toEqual([['Cmp.TaxId', 'taxId', true]]);
    expect(said(await remarks(running, shop('SE', 'SE1')))).toContainEqual(['Cmp.TaxId', 'taxId', false]);
    // What Sweden misses of the till is no matter of the company, and no change of one either.
    expect((await remarks(running, shop('SE', '556000-4615'))).map(({ field }) => field)).not.toContain(
      'Cmp.',
    );
    expect(said(await remarks(running, shop('PT', '', { Nam: '' })))).toContainEqual([
      'Cmp.Nam',
      'required',
      true,
    ]);
    expect(said(await remarks(running, shop('PT', 'PT599999993', { City: 'x'.repeat(201) })))).toEqual([
      ['Cmp.City', 'long', true],
    ]);
    const place = { ...shop('HR', '12345678903'), Loc: { TL: 'Split 1' }, Trm: { TT: 'a' } };
    expect(said(await remarks(running, place))).toEqual([
      ['Loc.TL', 'place', true],
      ['Trm.TT', 'place', true],
    ]);
    expect(await running.records()).toEqual([]);
  });

  it('is not saved over that of somebody else, nor with what is refused', async () => {
    const running = await runService({ cfg: null });
    const save = async (Cfg: object, version: unknown) => {
      const { status, json } = await act(running, 'save', { Cfg, version });
      return [status, json.error?.code];
    };
    expect(await save(shop('PT', 'PT599999993'), 0)).toEqual([200, undefined]);
    expect(await save({ Loc: { TL: '2' } }, 0)).toEqual([409, '#CFG']);
    expect(await save({ Loc: { TL: '2' } }, 1)).toEqual([200, undefined]);
    expect(await save({ Loc: { TL: '' } }, 2)).toEqual([400, '#CFG']);
    expect(await save({ Loc: { TL: '3' } }, '2')).toEqual([400, '#BODY']);
    expect((await overview(running)).cfg).toMatchObject({ Cmp: { Nam: 'Casa do Largo' }, Loc: { TL: '2' } });
  });

  it('makes a register of another name, and only for managers', async () => {
    const running = await runService({ cfg: null });
    await act(running, 'save', { Cfg: shop('PT', 'PT599999993'), version: 0 });
    const second = { ...shop('PT', 'PT599999993'), Trm: { TT: '2' } };
    expect((await act(running, 'save', { Cfg: second, version: 0 }, 'bar')).status).toBe(200);
    expect((await overview(running, 'bar')).registers.map(({ rn, TT }) => [rn, TT])).toEqual([
      ['def', '1'],
      ['bar', '2'],
    ]);
    expect((await running.get('/control/setup?RN=a%2Fb')).status).toBe(400);
    await running.post('/profile', { Password: 'four words of a manager' });
    expect((await running.get('/control/setup')).status).toBe(401);
    expect((await act(running, 'receipt', {})).status).toBe(401);
  });
});
