/** What an emulated control server takes and answers: order and form of its elements, registers, numbers. */
import { createHmac } from 'node:crypto';
import { readText, textOf, type Element } from '../xml.ts';

/** A receipt that was registered. */
export interface Stored {
  register: string;
  company: string;
  number: number;
  kind: string;
  sale: string;
  refund: string;
  code: string;
  request: string;
}

const CONTROL_SERVER = 'INFRASEC000000001';
const CODE_LENGTH = 113;
const KINDS = ['normal', 'kopia', 'ovning', 'profo'];
const RATES = ['25,00', '12,00', '6,00', '0,00'];
const POSITIVE = /^\d{1,10},\d\d$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const CONTROL = [
  ...['DateTime', 'CopyDateTime?', 'OrgNr', 'ManRegisterID', 'RegisterAddress', 'SequenceNumber'],
  ...['CopySequenceNumber?', 'ReceiptType', 'SaleAmount?', 'RefundAmount?', 'VAT1', 'VAT2', 'VAT3', 'VAT4'],
];
const ENROLMENT = [
  ...['Action', 'PartnerAuthority', 'OrganizationBranch', 'OrganizationChain', 'StoreInfo', 'CompanyInfo'],
  ...['RegisterInfo', 'JournalLocation', 'OperationLocation', 'Certificate', 'PcxService?'],
];

/** Answers of our own: the maker's list of codes is not public. */
const CODES = { schema: '10', register: '20', sequence: '30', full: '40', forced: '99' } as const;

/** A control server. */
export class EmulatedControlServer {
  readonly stored: Stored[] = [];
  /** Companies by the ids of their registers. */
  readonly registers = new Map<string, string>();
  /** Messages that came again and were answered as before. */
  repeated = 0;
  isFull = false;
  private readonly answers = new Map<string, { message: string; answer: string }>();
  private readonly numbers = new Map<string, number>();

  /** Forgets receipts. */
  forget(): void {
    this.stored.length = 0;
    this.answers.clear();
    this.numbers.clear();
  }

  /**
   * Answers a message.
   * @param register that the client certificate is of
   */
  answer(body: Buffer, register: string): string | null {
    const message = body.toString('utf8');
    const root = readText(message);
    if (root?.namespace !== '') return null;
    const request = textOf(root, 'RequestID');
    const parts = root.children.map(({ name }) => name).join();
    if (!UUID.test(request)) return null;
    const data = root.children[2];
    switch (`${root.name} ${parts}`) {
      case 'TcsRequest ApplicationID,RequestID,ControlData':
        return this.register(message, request, data!, register);
      case 'RegisterStatusRequest ApplicationID,RequestID,RegisterStatusData':
        return this.status(request, data!, register);
      case 'IdmRequest ApplicationID,RequestID,EnrollData':
        return this.enrol(request, data!);
      default:
        return null;
    }
  }

  private register(message: string, request: string, data: Element, certified: string): string {
    const say = (code: string, text: string) => answerOf('Tcs', request, code, text);
    if (!isInOrder(data, CONTROL)) return say(CODES.schema, 'order of elements');
    const of = (name: string) => textOf(data, name);
    const problem = problemOf(data);
    if (problem !== null) return say(CODES.schema, problem);
    const register = of('ManRegisterID');
    if (register !== certified || this.registers.get(register) !== of('OrgNr'))
      return say(CODES.register, 'the register is not enrolled, or has another certificate');
    const before = this.answers.get(request);
    if (before?.message === message) {
      this.repeated += 1;
      return before.answer;
    }
    if (this.isFull) return say(CODES.full, 'the storage is full');
    const number = Number(of('SequenceNumber'));
    if (before || number <= (this.numbers.get(register) ?? 0))
      return say(CODES.sequence, 'the number was given');
    const kind = data.children.find(({ name }) => name === 'ReceiptType')!.attributes.Type!;
    const code = kind === 'normal' ? codeOf(message) : '';
    const answer = answerOf(
      'Tcs',
      request,
      '0',
      'OK',
      `<SKVResponseCode>STATUS_OK</SKVResponseCode><SKVResponseMessage/><SequenceNumber>${number}</SequenceNumber>` +
        `<ControlCode><ControlServerID>${CONTROL_SERVER}</ControlServerID><Code>${code}</Code></ControlCode>`,
    );
    this.numbers.set(register, number);
    this.answers.set(request, { message, answer });
    this.stored.push({
      ...{ register, company: of('OrgNr'), number, kind, code, request },
      ...{ sale: of('SaleAmount'), refund: of('RefundAmount') },
    });
    return answer;
  }

  private status(request: string, data: Element, certified: string): string {
    const register = textOf(data, 'ManRegisterID');
    const isKnown = register === certified && this.registers.get(register) === textOf(data, 'OrgNr');
    return isKnown
      ? answerOf('RegisterStatus', request, '0', 'OK', '<SKVResponseCode>STATUS_OK</SKVResponseCode>')
      : answerOf('RegisterStatus', request, CODES.register, 'the register is not enrolled');
  }

  private enrol(request: string, data: Element): string {
    const part = (name: string) => data.children.find((each) => each.name === name);
    const [company, info] = [part('CompanyInfo'), part('RegisterInfo')];
    const number = company ? textOf(company, 'OrganizationNumber') : '';
    const id = info ? textOf(info, 'RegisterID') : '';
    const isRight = isInOrder(data, ENROLMENT) && textOf(data, 'Action') === 'NEW';
    if (!isRight || !/^\d{10}(?:\d\d)?$/.test(number) || id === '')
      return answerOf('Idm', request, CODES.schema, 'data of the enrolment');
    this.registers.set(id, number);
    const more = `<Action>NEW</Action><RegisterID>${id}</RegisterID><CCUID>${CONTROL_SERVER}</CCUID>`;
    return answerOf('Idm', request, '0', 'OK', more);
  }
}

/** Whether the elements are those of a list, in its order; those with a question mark may be missing. */
function isInOrder({ children }: Element, list: readonly string[]): boolean {
  let at = 0;
  for (const name of list) {
    const plain = name.replace('?', '');
    if (children[at]?.name === plain) at += 1;
    else if (plain === name) return false;
  }
  return at === children.length;
}

/** What is wrong with the values of a receipt; null for nothing. */
function problemOf(data: Element): string | null {
  const of = (name: string) => textOf(data, name);
  const type = data.children.find(({ name }) => name === 'ReceiptType')!;
  const kind = type.attributes.Type ?? '';
  const isCopy = kind === 'kopia';
  const hasCopy = of('CopyDateTime') !== '' && of('CopySequenceNumber') !== '';
  const amounts = ['SaleAmount', 'RefundAmount'].filter((name) => data.children.some((c) => c.name === name));
  if (!/^20\d{12}$/.test(of('DateTime'))) return 'DateTime';
  if (!/^\d{10}(?:\d\d)?$/.test(of('OrgNr'))) return 'OrgNr';
  if (!/^[1-9]\d{0,9}$/.test(of('SequenceNumber'))) return 'SequenceNumber';
  if (of('RegisterAddress') === '') return 'RegisterAddress';
  if (!KINDS.includes(kind)) return 'ReceiptType';
  if (isCopy !== hasCopy) return 'CopySequenceNumber';
  if (amounts.length !== 1 || !POSITIVE.test(of(amounts[0]!))) return 'SaleAmount';
  return RATES.findIndex((rate, i) => !isRate(data, i, rate)) < 0 ? null : 'VAT';
}

function isRate(data: Element, i: number, rate: string): boolean {
  const element = data.children.find(({ name }) => name === `VAT${i + 1}`)!;
  const names = element.children.map(({ name }) => name).join();
  const of = (name: string) => textOf(element, name);
  // A line that goes the other way within a receipt makes its rate negative.
  const isSum = (text: string) => POSITIVE.test(text.replace('-', ''));
  return (
    names === 'Percent,Amount,SubtotalAmount' &&
    of('Percent') === rate &&
    isSum(of('Amount')) &&
    isSum(of('SubtotalAmount'))
  );
}

function codeOf(message: string): string {
  let code = '';
  for (let round = 0; code.length < CODE_LENGTH; round++)
    code += createHmac('sha256', `server ${round}`).update(message).digest('base64').replace(/[^\w]/g, '');
  return code.slice(0, CODE_LENGTH);
}

function answerOf(root: string, request: string, code: string, text: string, more = ''): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><${root}Response><ResponseCode>${code}</ResponseCode>` +
    `<ResponseMessage>${text}</ResponseMessage><ResponseReason/><ApplicationID>Tillmark</ApplicationID>` +
    `<RequestID>${request}</RequestID>${more}</${root}Response>`
  );
}
