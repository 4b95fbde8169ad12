/** The journal of technical events: what a French register notes by itself, and what a till tells it. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../receipt/json.ts';
import { readTra } from '../../receipt/read.ts';
import type { Tree } from '../../receipt/tree.ts';
import { journalProfileChange } from '../../register/country-work.ts';
import { ALL_FIELDS } from '../fields.ts';
import { complaints, verified } from '../testing/books.ts';
import { Shop } from '../testing/shop.ts';
import { france } from './testing/example.ts';
import { events, SALE, signedTexts } from './testing/shop.ts';

const open = () => Shop.open(france);

/** Texts of one kind. */
async function texts(shop: Shop, kind: string): Promise<string[]> {
  const all = signedTexts(await shop.room.records('def'));
  return all.filter(([name]) => name === kind).map(([, text]) => text);
}

const eventsOf = async (shop: Shop) => events(await shop.room.records('def'));

describe('events', () => {
  it('tell of what changes: company, software and settings', async () => {
    let attributes = '';
    const shop = await Shop.open({ ...france, equipment: () => ({ attributes: () => attributes }) });
    await shop.sell(SALE);
    const { Cmp, Loc, Trm } = france.cfg;
    const moved = { Cmp: { ...Cmp, Adr: 'place Vendôme' }, Loc, Trm: { ...Trm, SWVersion: '4.3' } };
    expect((await shop.room.registers.configure('def', moved)).Result.RC).toBe('OK');
    attributes = 'Fiscal_Rules=LNE Fis_Certification=LNE-123';
    const { Fis } = await shop.sell(SALE);
    expect((await eventsOf(shop)).slice(2)).toEqual([
      expect.stringMatching(/^250 BarPos 4\.2 .* > BarPos 4\.3 /),
      '240 Cmp.Adr',
      '270 Fis_Certification=LNE-123 Fiscal_Rules=LNE',
    ]);
    expect(Fis!.Tag).toContainEqual({
      Label: 'Certificat',
      Name: 'Certificate',
      Value: 'Certificat LNE n° LNE-123',
    });
    expect(await complaints(shop)).toEqual([]);
  });

  it('tell of cashiers, drawers and sales that are given up', async () => {
    const shop = await open();
    await shop.sell(SALE);
    for (const NF of ['login', 'balance', 'logout']) await shop.sell({ Opr: 'OP1', NF });
    await shop.register.submitStep('TraV', { ESR: { Opr: 'OP1', TN: '77' } }, []);
    expect((await eventsOf(shop)).slice(2)).toEqual(['80 login', '170 balance', '40 logout', '320 77']);
    expect(await complaints(shop)).toEqual([]);
  });

  it('tell of what the till alone knows, and of nothing endless', async () => {
    const shop = await open();
    await shop.sell(SALE);
    await shop.sell({ Opr: 'OP9', NF: 'override', Rsn: 'remise, 30 %' });
    await shop.sell({ Opr: 'OP9', NFS: 'ACCOUNTING', Rsn: 'ventes de mai' });
    await shop.register.submitStep('TraV', { ESR: { Opr: 'OP1', TN: '7'.repeat(9000) } }, []);
    expect((await eventsOf(shop)).slice(2)).toEqual([
      '130 override remise; 30 %',
      '290 ACCOUNTING ventes de mai',
      `320 ${'7'.repeat(500)}`,
    ]);
    const { Result } = await shop.send({ Opr: 'x'.repeat(201), NF: 'login' });
    expect([Result.RC, Result.ErrorCode]).toEqual(['BAD', '#FR_TOO_LONG']);
    expect(await complaints(shop)).toEqual([]);
  });

  it('tell of workstations that come, and are called otherwise', async () => {
    const shop = await open();
    await shop.sell(SALE);
    const { Cmp, Loc, Trm } = france.cfg;
    await shop.newRegister('second', { Cmp, Loc, Trm: { ...Trm, TT: '2' } });
    const other = (await shop.room.registers.find('second'))!;
    await shop.send(SALE, {}, other);
    await shop.lookAfter();
    expect((await eventsOf(shop)).slice(2)).toEqual(['126 Poste PA1-2']);
    await shop.room.registers.configure('second', { Cmp, Loc, Trm: { ...Trm, TT: '3' } });
    await shop.lookAfter();
    expect((await eventsOf(shop)).slice(3)).toEqual(['127 Poste PA1-2', '126 Poste PA1-3']);
    await shop.send(SALE, {}, other);
    // It was there from the beginning, and knows itself.
    expect(events(await shop.room.records('second')).slice(2)).toEqual(['10 Numéros PA1-2 > PA1-3']);
    await shop.restart();
    await shop.lookAfter();
    expect((await eventsOf(shop)).slice(5).map((text) => text.slice(0, 3))).toEqual(['40 ', '80 ']);
    expect(await verified(shop)).toMatchObject({ ok: true });
  });

  it('tell of no workstation that a version before did not note', async () => {
    const shop = await open();
    await shop.sell(SALE);
    const { register: _name, workstations: _all, ...before } = shop.register.state.get('FR/noted') as Tree;
    await shop.register.writes.perform({
      ...{ event: 'older', details: {}, changes: () => ({ 'FR/noted': before as unknown as Json }) },
    });
    const { Cmp, Loc, Trm } = france.cfg;
    await shop.newRegister('second', { Cmp, Loc, Trm: { ...Trm, TT: '2' } });
    await shop.restart();
    await shop.lookAfter();
    await shop.newRegister('third', { Cmp, Loc, Trm: { ...Trm, TT: '3' } });
    await shop.sell(SALE);
    expect((await eventsOf(shop)).slice(2).map((text) => text.slice(0, 16))).toEqual([
      ...['40 Arrêt constat', '80 Démarrage du ', '126 Poste PA1-3'],
    ]);
    expect(await complaints(shop)).toEqual([]);
  });

  it('tell of rights, with who gave them, in the record of the change', async () => {
    const shop = await open();
    const change = (id: string, details: Record<string, string>) =>
      journalProfileChange(shop.register, {
        event: 'profile-changed',
        details,
        changes: (state) => (state.get('PROFILE') === id ? null : { PROFILE: id }),
      });
    // Nothing is signed before the journal of events has begun.
    await change('a', { New_Password: '***' });
    await shop.sell(SALE);
    const given = { ChangedBy: 'Zoé', 'Old_Person Ana': 'cashier', 'New_Person Ana': 'manager' };
    await change('b', { ...given, 'Old_PIN Ana': '***', 'New_PIN Ana': '***' });
    await change('b', given);
    await change('c', { New_FN_series: 'C' });
    expect((await eventsOf(shop)).slice(2)).toEqual(['130 Person Ana: cashier > manager PIN Ana: *** > ***']);
    const jet = (await texts(shop, 'jet')).at(-1)!;
    expect(jet.split(',')[4]).toBe('Zoé');
    expect(await complaints(shop)).toEqual([]);
  });

  it('tell of a drawer that is counted for a report', async () => {
    const shop = await open();
    await shop.sell(SALE);
    const report = async (esr: Tree) => {
      const { tra } = readTra(
        { Tra: { ESR: { ...esr, PosA: [], PayA: [] } } },
        { currencyDigits: 2, fields: ALL_FIELDS },
      );
      const cash = { start: 10000, counted: 11250, pieces: [] };
      return shop.register.submit({ tra: tra!, warnings: [], restart: false, cash });
    };
    expect((await report({ NF: 'X' })).Result.RC).toBe('OK');
    expect((await report({ NFS: 'Z' })).Result.RC).toBe('OK');
    expect((await eventsOf(shop)).slice(2)).toEqual([
      '170 Fond 100.00 compté 112.50',
      '330 Début de clôture journalière 20260512',
      '170 Fond 100.00 compté 112.50',
      '50 Clôture journalière 20260512',
    ]);
    expect(await complaints(shop)).toEqual([]);
  });

  it('begin with the initialisation, before anything is sold', async () => {
    const shop = await Shop.build(france);
    await shop.room.registers.configure('def', france.cfg);
    shop.register = (await shop.room.registers.find('def'))!;
    const { Result } = await shop.send({ ...SALE, T: '13.00' });
    expect(Result.RC).toBe('BAD');
    await shop.sell(SALE);
    expect((await texts(shop, 'jet'))[0]).toMatch(
      /^1,260,Initialisation .*,20260512120000,SYSTEME,PA1-1,N,$/,
    );
  });
});
