import { describe, expect, it } from 'vitest';
import { companyFields } from '../../../countries/base-data.ts';
import { baseBody, baseTexts } from './base-data-texts.ts';

const fields = companyFields('PT');

describe('base data in a form', () => {
  it('stay what they were when nothing is changed', () => {
    const data = {
      label: 'Loja',
      Doc: { AccountIBAN: 'PT50', PaymentPeriod: 30 },
      DE_Agentur: [{ Id: '1' }],
    };
    expect(baseBody(fields, baseTexts(fields, data, 'company'), data, 'company')).toEqual(data);
  });

  it('lose what was emptied, and nothing that the form does not show', () => {
    const data = { label: 'Loja', Doc: { AccountIBAN: 'PT50' }, VATonPayment: 1 };
    const texts = {
      ...baseTexts(fields, data, 'company'),
      'company.label': ' ',
      'company.Doc.AccountIBAN': '',
    };
    expect(baseBody(fields, texts, data, 'company')).toEqual({ VATonPayment: 1 });
  });

  it('have numbers where the API wants them, and what was typed where it is none', () => {
    const texts = { ...baseTexts(fields, {}, 'company'), 'company.Doc.PaymentPeriod': '14' };
    expect(baseBody(fields, texts, {}, 'company')).toEqual({ Doc: { PaymentPeriod: 14 } });
    expect(baseBody(fields, { ...texts, 'company.Doc.PaymentPeriod': 'soon' }, {}, 'company')).toEqual({
      Doc: { PaymentPeriod: 'soon' },
    });
  });
});
