import { expect, it } from 'vitest';
import { fieldsOf } from './fields.ts';

it('lists every value of a record with its way there', () => {
  const record = {
    ...{ _: 'Tra', SQ: 7, ESR: { T: '3.00', PosA: [{ Dsc: 'Tea' }, { Dsc: 'Cake', ModA: [{ Amt: '1' }] }] } },
    ...{ Empty: {}, None: null, Yes: true },
  };
  expect(fieldsOf(JSON.stringify(record)).map(({ name, value }) => `${name}=${value}`)).toEqual([
    ...['_=Tra', 'SQ=7', 'ESR.T=3.00', 'ESR.PosA[1].Dsc=Tea', 'ESR.PosA[2].Dsc=Cake'],
    ...['ESR.PosA[2].ModA[1].Amt=1', 'None=null', 'Yes=true'],
  ]);
});
