/** Registers that sell in another currency than the euro, from the receipt to audit and rebuild. */
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { auditJournal } from '../audit/journal.ts';
import { keysOf } from '../audit/public-keys.ts';
import { countryFor } from '../countries/register-currency.ts';
import { rebuild } from '../journal/rebuild/rebuild.ts';
import { runService, type Running } from '../testing/running-service.ts';
import { sale } from '../testing/sales.ts';

const JAPAN = { Cmp: { Nam: 'Kissa', Ctry: 'JP', TaxId: 'T1' } };

async function audited({ dataRoot }: Running): Promise<unknown[]> {
  const report = await auditJournal(path.join(dataRoot, 'journal.db'), {
    publicKeys: await keysOf(path.join(dataRoot, 'cer')),
    rn: undefined,
    progress: () => undefined,
  });
  return report.registers.flatMap(({ findings }) => findings);
}

it('sells, takes back, sums up, prints and audits in yen, which have no decimals', async () => {
  const running = await runService({ cfg: null });
  const { get, post } = running;
  expect((await post('/cfg', { Cfg: JAPAN })).status).toBe(200);
  expect((await get('/cfg')).json.Cfg.Cmp.Currency).toBe('JPY');
  const ESR = {
    PosA: [
      { _: 'Pos', PN: '1', Dsc: 'Sencha', TaxG: '8%', Qty: '3', Pri: '433.33', Amt: '1300' },
      { _: 'Mod', PN: '1', Dsc: 'Coupon', Amt: '-100.00' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Cash', PayG: 'cash', Amt: 1200 }],
  };
  const sold = await post('/register', { Tra: { ESR } });
  expect(sold.json.TraC.Result.RC).toBe('OK');
  const [record] = (await get('/find?t=1200')).json.Rec;
  expect(record.ESR).toMatchObject({
    T: '1200',
    TaxA: [{ Net: '1111', TAmt: '89', Amt: '1200' }],
    PosA: [{ Amt: '1300' }, { Amt: '-100' }],
  });
  const sen = (await post('/register', sale('1.50'))).json.TraC.Result;
  expect(sen).toMatchObject({ RC: 'BAD', ErrorCode: '#AMOUNT_PRECISION' });
  const { text } = await get('/render/text');
  expect(text).toMatch(/Total JPY +1200\n/);
  expect(text).toContain('3 x 433.33');
  const voided = await post('/register/void/last', { Tra: { ESR: {} } });
  expect(voided.json.TraC.Result.RC).toBe('OK');
  await post('/register', sale('500'));
  expect((await get('/control/totals')).json).toMatchObject({ currency: 'JPY', total: '500' });
  expect((await get('/control/status')).json.today).toMatchObject({ turnover: '500', currency: 'JPY' });
  expect(await audited(running)).toEqual([]);
});

it('keeps the currency while there are receipts, also when the till sends its configuration again', async () => {
  const { get, post } = await runService({ cfg: null });
  const configure = async (Currency?: string) => {
    const Cmp = { ...JAPAN.Cmp, ...(Currency !== undefined && { Currency }) };
    const { status } = await post('/cfg', { Cfg: { Cmp } });
    return [status, (await get('/cfg')).json.Cfg.Cmp.Currency];
  };
  expect(await configure('KWD')).toEqual([200, 'KWD']);
  expect(await configure('USD')).toEqual([200, 'USD']);
  expect(await configure('kwd')).toEqual([400, 'USD']);
  expect(await configure('KWD')).toEqual([200, 'KWD']);
  expect((await post('/register', sale('1.250'))).status).toBe(200);
  expect((await get('/find')).json.Rec[0].ESR.T).toBe('1.250');
  expect(await configure()).toEqual([200, 'KWD']);
  expect(await configure('JPY')).toEqual([400, 'KWD']);
});

it('counts in the same units after the database was made anew', async () => {
  const first = await runService({ cfg: null });
  await first.post('/cfg', { Cfg: JAPAN });
  await first.post('/register', sale('1200'));
  await first.stop();
  await rebuild({
    journalFile: path.join(first.dataRoot, 'journal.db'),
    registers: path.join(first.dataRoot, 'rn'),
    digitsOf: (cfg) => countryFor(cfg).currency.digits,
    progress: () => undefined,
  });
  const second = await runService({ again: first });
  await vi.waitFor(async () => {
    expect((await second.get('/control/totals')).json).toMatchObject({ receipts: 1, total: '1200' });
  });
});
