import { describe, expect, it } from 'vitest';
import type { Cfg } from '../receipt/cfg.ts';
import type { TraC } from '../receipt/tra.ts';
import type { Tree } from '../receipt/tree.ts';
import { openRoom, type Room } from '../testing/registers.ts';
import { GENERIC, PORTUGAL, sale, tra } from '../testing/sales.ts';
import type { Address, Registers } from './registers.ts';

/** Registers a sale as POST /register does. Answers with the register's name, too. */
async function post(registers: Registers, esr: Tree = {}, address: Address = {}) {
  const route = await registers.route(sale(undefined, esr), address);
  if ('refused' in route) return { rn: null, answer: route.refused };
  const answer = await route.register.submit({ tra: tra(esr), warnings: [], restart: false });
  return { rn: route.register.rn, answer };
}

const TAX_ID = PORTUGAL.Cmp.TaxId;
const other: Cfg = { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId: 'PT245678913' }, Loc: { TL: '9' } };

async function openRegisters(): Promise<Room> {
  const room = await openRoom();
  await room.registers.configure('def', PORTUGAL);
  await room.registers.configure('bar', other);
  return room;
}

const refusedWith = ({ answer }: { answer: TraC }) => [answer.Result.RC, answer.Result.ErrorCode];

describe('the register a sale is for', () => {
  it.each<[string, Tree, Address, string]>([
    ['def without any name', {}, {}, 'def'],
    ['the RN of the query', {}, { rn: 'bar' }, 'bar'],
    ['the TaxId of the query before its RN', {}, { taxId: TAX_ID, rn: 'bar' }, 'def'],
    [
      'the TaxId of the receipt before the one of the query',
      { TaxId: TAX_ID },
      { taxId: 'PT245678913' },
      'def',
    ],
    ['company and terminal of the receipt', { TaxId: TAX_ID, TL: '2', TT: '7' }, {}, `${TAX_ID}$2_7`],
    ['a terminal that names its location', { TaxId: TAX_ID, TT: '2/7' }, {}, `${TAX_ID}$2_7`],
    ['def for exactly its company and terminal', { TaxId: TAX_ID, TL: '1', TT: '1' }, { rn: 'bar' }, 'def'],
    ['the only one of a company', { TaxId: 'PT245678913' }, {}, 'bar'],
    ['the one that is set up for the terminal', { TaxId: 'PT245678913', TL: '9', TT: '1' }, {}, 'bar'],
    ['where the company is, for another terminal', { TaxId: 'PT245678913', TT: '2' }, {}, 'PT245678913$9_2'],
    ['the name of a new terminal of a known company', {}, { rn: `${TAX_ID}$2_7` }, `${TAX_ID}$2_7`],
    [
      'company and terminal of the query',
      {},
      { taxId: TAX_ID, terminal: { TL: '2', TT: '7' } },
      `${TAX_ID}$2_7`,
    ],
  ])('is %s', async (_what, esr, address, rn) => {
    const { registers } = await openRegisters();
    const posted = await post(registers, esr, address);
    expect(posted).toMatchObject({ rn, answer: { Result: { RC: 'OK' } } });
  });

  it('inherits the configuration of its company, with its own terminal', async () => {
    const { registers, records } = await openRegisters();
    const posted = await post(registers, { TaxId: TAX_ID, TL: '2', TT: '7' });
    expect(posted.answer).toMatchObject({ SQ: 2, ESR: { TN: '1', FN: 'FS 2_7.26/1' } });
    const [cfg] = await records(`${TAX_ID}$2_7`);
    expect(cfg).toMatchObject({
      _: 'Cfg',
      SQ: 1,
      Cfg: { Cmp: PORTUGAL.Cmp, Loc: { TL: '2' }, Trm: { TT: '7' } },
    });
    expect(registers.names).toEqual(['def', `${TAX_ID}$2_7`, 'bar']);
  });

  it('does not inherit the serial number of another till', async () => {
    const { registers, records } = await openRegisters();
    await registers.configure('def', { ...PORTUGAL, Trm: { TT: '1', SW: 'POS', Serial: 'A-1' } });
    await post(registers, { TaxId: TAX_ID, TL: '1', TT: '7' });
    const [record] = await records(`${TAX_ID}$1_7`);
    expect((record!.Cfg as Cfg).Trm).toEqual({ TT: '7', SW: 'POS' });
  });

  it('is opened once by sales that arrive at the same time', async () => {
    const { registers, records } = await openRegisters();
    const posted = await Promise.all(
      Array.from({ length: 10 }, () => post(registers, { TaxId: TAX_ID, TL: '2', TT: '7' })),
    );
    expect(posted.map((p) => p.answer.SQ).sort((a, b) => a! - b!)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect((await records(`${TAX_ID}$2_7`)).map((r) => r._)).toEqual([
      'Cfg',
      ...Array<string>(10).fill('Tra'),
    ]);
  });

  it('takes the newest configuration of the company', async () => {
    const { registers, clock, records } = await openRegisters();
    clock.set('2026-05-04T13:00:00');
    await registers.configure(`${TAX_ID}$3_1`, { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, Nam: 'New name' } });
    await post(registers, { TaxId: TAX_ID, TL: '4', TT: '1' });
    expect((await records(`${TAX_ID}$4_1`))[0]).toMatchObject({ Cfg: { Cmp: { Nam: 'New name' } } });
  });
});

describe('a company without its terminal (never the newest)', () => {
  const shops = async () => {
    const room = await openRoom();
    for (const [rn, TL, TT] of [
      ['a', '1', '1'],
      ['b', '1', '2'],
    ] as const)
      await room.registers.configure(rn, { ...PORTUGAL, Loc: { TL }, Trm: { TT } });
    return room;
  };

  it('stays with def whatever is set up later', async () => {
    const { registers, clock } = await openRegisters();
    const posted = await post(registers, { TaxId: TAX_ID });
    clock.set('2026-05-04T13:00:00');
    await post(registers, { TaxId: TAX_ID, TL: '2', TT: '7' });
    const again = await registers.route(sale(undefined, { TaxId: TAX_ID }), {});
    expect([posted.rn, 'register' in again && again.register.rn]).toEqual(['def', 'def']);
  });

  it('asks for what is missing where it could be several', async () => {
    const { registers } = await shops();
    const { answer } = await post(registers, { TaxId: TAX_ID });
    expect(refusedWith({ answer })).toEqual(['BAD', '#REGISTER_UNCLEAR']);
    expect(answer.Result.Warning).toEqual([expect.stringMatching(/1\/1, 1\/2: send ESR.TL and ESR.TT/)]);
    expect((await post(registers, { TaxId: TAX_ID, TL: '1' })).answer.Result.Warning).toEqual([
      expect.stringMatching(/send ESR.TT/),
    ]);
    expect(await post(registers, { TaxId: TAX_ID, TT: '2' })).toMatchObject({ rn: 'b' });
    // A name decides between registers of the company.
    expect(await post(registers, { TaxId: TAX_ID }, { rn: 'a' })).toMatchObject({ rn: 'a' });
    await registers.configure('c', { ...PORTUGAL, Loc: { TL: '2' }, Trm: { TT: '1' } });
    expect((await post(registers, { TaxId: TAX_ID, TT: '3' })).answer.Result.Warning).toEqual([
      expect.stringMatching(/send ESR.TL$/),
    ]);
    expect(await post(registers, { TaxId: TAX_ID, TL: '3' })).toMatchObject({ rn: `${TAX_ID}$3_1` });
  });

  it('asks for the name where two registers are set up for one terminal', async () => {
    const { registers } = await openRoom();
    for (const rn of ['a', 'b']) await registers.configure(rn, GENERIC);
    const { TaxId } = GENERIC.Cmp;
    const { answer } = await post(registers, { TaxId, TL: '1', TT: '1' });
    expect(answer.Result.Warning).toEqual([expect.stringMatching(/a, b .*send RN/)]);
    expect(await post(registers, { TaxId, TL: '1', TT: '1' }, { rn: 'b' })).toMatchObject({ rn: 'b' });
  });

  it('a refused sale does not keep a terminal', async () => {
    const { registers } = await openRegisters();
    await post(registers, { TL: '2', TT: '7', RFN: 'FS 1_1.26/1', Void: '1' }, { rn: 'def' });
    expect(registers.which({ taxId: TAX_ID, TL: '2', TT: '7' })).toMatchObject({ rn: `${TAX_ID}$2_7` });
  });

  it('terminal alone finds who numbers it in the company of def', async () => {
    const { registers } = await openRegisters();
    await post(registers, { TaxId: TAX_ID, TL: '2', TT: '7' });
    expect(registers.which({ TL: '2', TT: '7' })).toEqual({ rn: `${TAX_ID}$2_7` });
    expect(await post(registers, { TL: '2', TT: '7' })).toMatchObject({
      rn: `${TAX_ID}$2_7`,
      answer: { ESR: { FN: 'FS 2_7.26/2' } },
    });
    expect(registers.which({ TL: '9', TT: '1' })).toEqual({ rn: 'def' });
  });
});

describe('a tax id in several spellings is one company', () => {
  it.each(['599999993', 'PT 599 999 993', 'pt599.999.993', '599-999-993'])('%s', async (TaxId) => {
    const { registers } = await openRegisters();
    const first = await post(registers, { TaxId: TAX_ID, TL: '2', TT: '7' });
    const second = await post(registers, { TaxId, TL: '2', TT: '7' });
    expect([first.answer.ESR?.FN, second.answer.ESR?.FN]).toEqual(['FS 2_7.26/1', 'FS 2_7.26/2']);
    expect(second.rn).toBe(first.rn);
    // Also in the name of the register, in a configuration, and on another register.
    expect((await registers.find(`${TaxId}$2_7`))?.rn).toBe(first.rn);
    await registers.configure(`${TaxId}$2_7`, { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId } });
    await registers.configure('other', { ...PORTUGAL, Cmp: { ...PORTUGAL.Cmp, TaxId } });
    expect(registers.names).toEqual(['def', `${TAX_ID}$2_7`, 'bar', 'other']);
    const taken = await post(registers, { TL: '2', TT: '7' }, { rn: 'other' });
    expect(refusedWith(taken)).toEqual(['BAD', '#TERMINAL_TAKEN']);
  });

  it('a register that was set up in another spelling is found under its own name', async () => {
    const { registers } = await openRoom();
    const bare = { ...GENERIC, Cmp: { ...GENERIC.Cmp, TaxId: '123' } };
    await registers.configure('LU123$1_1', { ...GENERIC, Cmp: { ...GENERIC.Cmp, TaxId: 'LU123' } });
    expect((await registers.find('123$1_1'))?.rn).toBe('LU123$1_1');
    await registers.configure('till', bare);
    expect((await registers.find('till'))?.cfg?.Cmp.TaxId).toBe('123');
  });

  it('needs its prefix where companies of two countries have the number', async () => {
    const { registers } = await openRoom();
    for (const Ctry of ['LU', 'CH'])
      await registers.configure(Ctry, { ...GENERIC, Cmp: { ...GENERIC.Cmp, Ctry, TaxId: '123' } });
    expect(refusedWith(await post(registers, { TaxId: '123', TL: '1', TT: '1' }))).toEqual([
      'BAD',
      '#REGISTER_UNCLEAR',
    ]);
    expect(await post(registers, { TaxId: 'CH123', TL: '1', TT: '1' })).toMatchObject({ rn: 'CH' });
  });
});

it('a company that sells under a fiscal law does not sell here in a country without one', async () => {
  const { registers } = await openRegisters();
  const abroad = (Ctry: string, taxId: string, rn = 'new') =>
    registers.configure(rn, {
      Cmp: { Nam: 'Padaria', Ctry, TaxId: taxId },
      Loc: { TL: '8' },
      Trm: { TT: '8' },
    });
  for (const taxId of [TAX_ID, '599999993', 'pt 599.999.993']) {
    const { Result } = await abroad('AD', taxId);
    expect([Result.RC, Result.ErrorCode]).toEqual(['BAD', '#CFG']);
  }
  expect((await abroad('AD', 'L-123456-A')).Result.RC).toBe('OK');
});

describe('without a configuration', () => {
  it.each<[string, Tree, Address]>([
    ['an unknown name', {}, { rn: 'nobody' }],
    ['an unknown company', { TaxId: 'PT999999999' }, {}],
  ])('a sale for %s is refused and leaves nothing behind', async (_what, esr, address) => {
    const { registers, journal } = await openRegisters();
    expect(refusedWith(await post(registers, esr, address))).toEqual(['NO', '#NO_CFG']);
    expect(journal.registerNames()).toEqual(['bar', 'def']);
    expect(registers.names).toEqual(['def', 'bar']);
  });

  it('def is there all the same', async () => {
    const { registers } = await openRoom();
    expect(registers.names).toEqual(['def']);
    expect((await registers.find('def'))?.cfg).toBeNull();
    expect(await registers.find('nobody')).toBeNull();
    expect(refusedWith(await post(registers))).toEqual(['NO', '#NO_CFG']);
  });

  it('a sale that overtakes the configuration of its register does no harm', async () => {
    const { registers, records } = await openRoom();
    // The sale comes while the configuration is being written, at every possible moment.
    for (let i = 0; i < 12; i++) {
      const rn = `till ${i}`;
      const configuring = registers.configure(rn, GENERIC);
      const early: Promise<unknown>[] = [];
      let done = false;
      void configuring.then(() => (done = true));
      while (!done) {
        early.push(post(registers, {}, { rn }));
        await new Promise(setImmediate);
      }
      await Promise.all(early);
      const late = await post(registers, {}, { rn });
      expect(late.answer.Result).toEqual({ RC: 'OK' });
      const stored = await records(rn);
      expect(stored.map((r) => r.SQ)).toEqual(stored.map((_, k) => k + 1));
      expect(stored.at(-1)?.SQ).toBe(late.answer.SQ);
    }
  });
});

describe('names', () => {
  it.each(['..', 'a/b', 'a\\b', '', ' a', 'a.', '../../etc', 'a\u0000', 'x'.repeat(101), 'a..b', '-a'])(
    'refuses %j',
    async (rn) => {
      const { registers, journal } = await openRegisters();
      expect(refusedWith(await post(registers, {}, { rn }))).toEqual(['BAD', '#RN']);
      expect(journal.registerNames()).toEqual(['bar', 'def']);
    },
  );

  it('refuses company and terminal that make no name', async () => {
    const { registers } = await openRegisters();
    expect(refusedWith(await post(registers, { TaxId: TAX_ID, TL: '../x' }))).toEqual(['BAD', '#RN']);
    const { answer } = await post(registers, { TaxId: '/etc/passwd' });
    // No RN was sent: the till has to look at its tax id.
    expect(answer.Result).toMatchObject({
      ErrorCode: '#RN',
      Warning: ['#RN TaxId: TaxId, TL and TT make the name of the register, and "/etc/passwd$1_1" is none'],
    });
  });

  it('takes a tax id of blanks for none', async () => {
    const { registers, journal } = await openRegisters();
    expect((await post(registers, { TaxId: ' ' })).answer.Result.RC).toBe('OK');
    expect(journal.registerNames()).toEqual(['bar', 'def']);
  });

  it('refuses a terminal that the country cannot number', async () => {
    const { registers, journal } = await openRegisters();
    expect(refusedWith(await post(registers, { TaxId: TAX_ID, TT: 'é' }))).toEqual(['BAD', '#PT_SERIES']);
    expect(journal.registerNames()).toEqual(['bar', 'def']);
  });

  it('says location and terminal where the configuration does not', async () => {
    const { registers } = await openRoom();
    await registers.configure('X$5_6', { Cmp: GENERIC.Cmp });
    expect((await registers.find('X$5_6'))?.cfg).toMatchObject({ Loc: { TL: '5' }, Trm: { TT: '6' } });
    await registers.configure('X$7_8', { ...GENERIC, Loc: { TL: '1' } });
    expect((await registers.find('X$7_8'))?.cfg).toMatchObject({ Loc: { TL: '1' }, Trm: { TT: '8' } });
  });
});

it('knows its registers again after a restart of the service', async () => {
  const room = await openRegisters();
  await post(room.registers, { TaxId: TAX_ID, TL: '2', TT: '7' });
  const { registers } = await room.reopen();
  expect(registers.names).toEqual(['def', `${TAX_ID}$2_7`, 'bar']);
  const posted = await post(registers, { TaxId: TAX_ID, TL: '2', TT: '7' });
  expect(posted.answer).toMatchObject({ SQ: 3, ESR: { TN: '2', FN: 'FS 2_7.26/2' } });
});
