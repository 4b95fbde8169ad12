/** Driver of Infrasec's control server (TCS): XML over HTTPS, registers are known by their client certificates. */
import {
  UNIT_RATES,
  type ControlUnit,
  type Enrolment,
  type EnrolmentPlace,
  type Registered,
  type UnitOutcome,
  type UnitReceipt,
  type UnitSettings,
} from './contract.ts';
import { send } from './web.ts';
import { amount, escaped, leaves, readAnswer, shown, type Answer } from './xml.ts';

type TcsSettings = Extract<UnitSettings, { kind: 'tcs' }>;

const TYPE = 'application/xml; charset=utf-8';
const OK = '0';
const SKV_OK = 'STATUS_OK';

type Asking = Pick<TcsSettings, 'url' | 'client' | 'ca'>;

/** Sends a message; an answer to another one is none. */
async function ask(
  { url, client, ca }: Asking,
  root: string,
  request: string,
  content: string,
  timeoutMs: number,
): Promise<UnitOutcome<Answer>> {
  const body = Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><${root}Request>${content}</${root}Request>`,
  );
  const told = await send({ url, client, ca, timeoutMs, type: TYPE, body });
  if (told.outcome !== 'done') return told;
  const answer = readAnswer(told.result, 'utf-8');
  const text = (name: string) => answer?.texts.get(name) ?? '';
  if (answer?.root !== `${root}Response` || text('RequestID').toLowerCase() !== request.toLowerCase())
    return {
      outcome: 'unknown',
      failure: { trouble: 'unreadable', text: 'what came back is no answer to this' },
    };
  const skv = text('SKVResponseCode');
  if (text('ResponseCode') === OK && (skv === '' || skv === SKV_OK))
    return { outcome: 'done', result: answer };
  const said = [text('ResponseCode'), text('ResponseMessage'), text('ResponseReason'), skv];
  const failure = {
    trouble: 'refused' as const,
    text: shown(`the control server says ${said.filter((each) => each !== '').join(' ')}`),
  };
  return { outcome: 'not-done', failure };
}

/** @returns a driver; it opens nothing until it is asked */
export function controlServer(settings: TcsSettings, timeoutMs: number): ControlUnit {
  const head = (request: string) => leaves({ ApplicationID: settings.application, RequestID: request });
  return {
    async register(receipt) {
      const { request } = receipt;
      const content = `${head(request)}<ControlData>${controlData(receipt)}</ControlData>`;
      const told = await ask(settings, 'Tcs', request, content, timeoutMs);
      return told.outcome === 'done' ? registered(told.result, receipt) : told;
    },
    async state({ register, company, request }) {
      const asked = leaves({ OrgNr: company, ManRegisterID: register });
      const content = `${head(request)}<RegisterStatusData>${asked}</RegisterStatusData>`;
      const told = await ask(settings, 'RegisterStatus', request, content, timeoutMs);
      return told.outcome === 'done' ? { outcome: 'done', result: { unit: '', warning: null } } : told;
    },
  };
}

/** Content of the element `ControlData`. */
export function controlData(receipt: UnitReceipt): string {
  const { kind, time, number, register, company, address, total, vat, original } = receipt;
  const digits = (moment: string) => moment.replace(/\D/g, '').slice(0, 14);
  const isRefund = total < 0;
  const rates = UNIT_RATES.map((rate, i) => {
    const sums = vat[i]!;
    // Never negative: what is paid back is told apart by its own amount.
    const [tax, gross] = isRefund ? [-sums.vat, -sums.gross] : [sums.vat, sums.gross];
    const values = leaves({
      ...{ Percent: `${rate},00`, Amount: amount(tax), SubtotalAmount: amount(gross) },
    });
    return `<VAT${i + 1}>${values}</VAT${i + 1}>`;
  });
  return [
    leaves({
      ...{ DateTime: digits(time), CopyDateTime: original && digits(original.time), OrgNr: company },
      ...{ ManRegisterID: register, RegisterAddress: address, SequenceNumber: number },
      CopySequenceNumber: original?.number,
    }),
    `<ReceiptType Type="${escaped(kind)}"/>`,
    leaves({
      SaleAmount: isRefund ? undefined : amount(total),
      RefundAmount: isRefund ? amount(-total) : undefined,
    }),
    ...rates,
  ].join('');
}

function registered({ texts }: Answer, { kind, number }: UnitReceipt): UnitOutcome<Registered> {
  const of = (name: string) => shown(texts.get(name));
  const [unit, code] = [of('ControlCode/ControlServerID'), of('ControlCode/Code')];
  const told = of('SequenceNumber');
  const isThis = told === '' || told === String(number);
  if (isThis && unit !== '' && (code !== '' || kind !== 'normal'))
    return { outcome: 'done', result: { unit, code, warning: null } };
  return { outcome: 'unknown', failure: { trouble: 'unreadable', text: 'the answer has no control code' } };
}

const place = ({ address, zip, city }: EnrolmentPlace) =>
  leaves({ Address: address, Zipcode: zip, City: city });

/** Enrols a register. */
export async function enrol(
  enrolment: Enrolment,
  timeoutMs: number,
): Promise<UnitOutcome<{ register: string; unit: string }>> {
  const { application, request, partner, branch, chain, store, company, register, email } = enrolment;
  const content = [
    leaves({ ApplicationID: application, RequestID: request }),
    '<EnrollData>',
    leaves({ Action: 'NEW' }),
    `<PartnerAuthority>${leaves({ PartnerName: partner.name, PartnerCode: partner.code, POSAuthorityCode: partner.authority })}</PartnerAuthority>`,
    `<OrganizationBranch>${leaves({ BranchName: branch.name, BranchCode: branch.code })}</OrganizationBranch>`,
    `<OrganizationChain>${leaves({ ChainName: chain.name, ChainCode: chain.code })}</OrganizationChain>`,
    `<StoreInfo>${leaves({ StoreID: store.id, StoreName: store.name })}${place(store.place)}</StoreInfo>`,
    `<CompanyInfo>${leaves({ OrganizationNumber: company.number, Company: company.name })}${place(company.place)}</CompanyInfo>`,
    `<RegisterInfo>${leaves({ RegisterID: register.id, RegisterMake: register.make, RegisterModel: register.model })}</RegisterInfo>`,
    `<JournalLocation>${leaves({ Company: company.name })}${place(store.place)}</JournalLocation>`,
    `<OperationLocation>${leaves({ RegisterID: register.id, Company: company.name })}${place(store.place)}</OperationLocation>`,
    `<Certificate>${leaves({ Method: email === '' ? 'NONE' : 'EMAIL', Email: email, Cellphone: '' })}</Certificate>`,
    '</EnrollData>',
  ].join('');
  const told = await ask(enrolment, 'Idm', request, content, timeoutMs);
  if (told.outcome !== 'done') return told;
  const { texts } = told.result;
  return {
    outcome: 'done',
    result: { register: shown(texts.get('RegisterID')) || register.id, unit: shown(texts.get('CCUID')) },
  };
}
