/** Over HTTP a register is named in the query: who names it in the record hears where the record went. */
import { expect, it } from 'vitest';
import { runService } from '../../testing/running-service.ts';
import { PORTUGAL, sale } from '../../testing/sales.ts';

const IGNORED = (place: string) =>
  `${place}: ignored, this is register def; name "till 2" in the query, RN=till%202`;

it('answers a sale that names another register with a warning', async () => {
  const { post } = await runService();
  const { Tra } = sale('1.00', { Opr: '3' });
  const warnings = async (more: object, at = '/register') =>
    (await post(at, { Tra: { ...more, ...Tra } })).json.TraC.Result.Warning;
  expect(await warnings({})).toBeUndefined();
  expect(await warnings({ RN: 'till 2' })).toEqual([IGNORED('Tra.RN')]);
  expect(await warnings({ rn: 'till 2' })).toEqual([IGNORED('Tra.rn')]);
  // As it is read back.
  expect(await warnings({ RN: 'def' })).toBeUndefined();
  expect(await warnings({ RN: '' })).toBeUndefined();
  // Cut off within a character.
  expect(await warnings({ RN: `x${'🧾'.repeat(60)}` })).toEqual([expect.stringContaining('Tra.RN: ignored')]);
});

it('answers a void and a configuration that name another register with a warning', async () => {
  const { post } = await runService();
  await post('/register', sale('1.00', { TN: '1' }));
  const voided = await post('/register/void', { Tra: { RN: 'till 2', ESR: { TN: '1' } } });
  expect(voided.json.TraC.Result).toMatchObject({ RC: 'OK', Warning: [IGNORED('Tra.RN')] });
  const configured = await post('/cfg', { Cfg: { ...PORTUGAL, RN: 'till 2' } });
  expect(configured.json.CfgC.Result).toMatchObject({ RC: 'OK', Warning: [IGNORED('Cfg.RN')] });
});

it('knows a register however its tax id is written', async () => {
  const { post } = await runService();
  const TERMINAL = { TaxId: 'PT599999993', TL: '2', TT: '7', Opr: '3' };
  const { Tra } = sale('1.00', TERMINAL);
  for (const RN of ['PT599999993$2_7', '599999993$2_7']) {
    const { Result } = (await post('/register', { Tra: { RN, ...Tra } })).json.TraC;
    expect(Result).toEqual({ RC: 'OK' });
  }
});

it('answers a sale that names company or terminal beside ESR with a warning, unless it went there', async () => {
  const { post } = await runService();
  const { Tra } = sale('1.00', { Opr: '3' });
  const warnings = async (more: object, at = '/register') =>
    (await post(at, { Tra: { ...more, ...Tra } })).json.TraC.Result.Warning;
  const here = `ignored, this is register def of ${PORTUGAL.Cmp.TaxId}, terminal 1/1; send it as ESR`;
  expect(await warnings({ TaxId: 'PT509876544', tl: '2', TT: '7' })).toEqual([
    `Tra.TaxId: ${here}.TaxId`,
    `Tra.tl: ${here}.TL`,
    `Tra.TT: ${here}.TT`,
  ]);
  expect(await warnings({ TaxId: '599999993', TL: '1', TT: '1' })).toBeUndefined();
  expect(await warnings({ TaxId: '', TL: '', TT: '' })).toBeUndefined();
  expect(await warnings({ TL: '2', TT: '7' }, '/register?TL=2&TT=7')).toBeUndefined();
});
