/** Driver of CleanCash units on the network (Retail Innovation): XCCSP, XML over HTTP. */
import { basicAuthorization } from '../ports/device-auth.ts';
import {
  UNIT_RATES,
  type ControlUnit,
  type Registered,
  type UnitFailure,
  type UnitOutcome,
  type UnitReceipt,
  type UnitSettings,
  type UnitState,
  type UnitTrouble,
} from './contract.ts';
import { send } from './web.ts';
import { amount, leaves, readAnswer, shown, type Answer } from './xml.ts';

/** Namespace of all messages. */
export const XCCSP = 'http://www.retailinnovation.se/xccsp';

/** What its faults mean; after those that are not here nobody knows what was done. */
const FAULTS: Readonly<Record<string, UnitTrouble>> = {
  ...{ '2': 'refused', '3': 'refused', '6': 'broken', '7': 'register', '9': 'licence', '10': 'memory-full' },
};
/** Conditions of the unit besides 0 (well) and 1 (warning). */
const CONDITIONS: Readonly<Record<string, UnitTrouble>> = {
  ...{ '2': 'refused', '3': 'broken', '4': 'broken', '5': 'busy' },
};
const [WELL, WARNING] = ['0', '1'];
const STORAGE_FULL = '2';

/** @returns a driver; it opens nothing until it is asked */
export function cleanCash(
  settings: Extract<UnitSettings, { kind: 'cleancash' }>,
  timeoutMs: number,
): ControlUnit {
  const { url, user, password } = settings;
  const ask = async (body: string): Promise<UnitOutcome<Answer>> => {
    const told = await send({
      ...{ url, timeoutMs, type: 'text/xml; charset=iso-8859-1', body: Buffer.from(body, 'latin1') },
      ...(user !== '' && { authorization: basicAuthorization({ user, password }) }),
    });
    if (told.outcome !== 'done') return told;
    const answer = readAnswer(told.result, 'iso-8859-1');
    if (answer?.root !== 'response') return unreadable('what came back is no answer of a unit');
    return faultOf(answer) ?? { outcome: 'done', result: answer };
  };
  return {
    async register(receipt) {
      const told = await ask(receiptMessage(receipt));
      return told.outcome === 'done' ? registered(told.result, receipt) : told;
    },
    async state({ register, company }) {
      const told = await ask(
        request(
          'RequestStatus',
          `<StatusRequest>${leaves({ PosId: register, OrgNo: company })}</StatusRequest>`,
        ),
      );
      return told.outcome === 'done' ? stateOf(told.result) : told;
    },
  };
}

function request(type: string, data: string): string {
  return (
    `<?xml version="1.0" encoding="ISO-8859-1"?><request xmlns="${XCCSP}">` +
    `<type>${type}</type><data>${data}</data></request>`
  );
}

/** The message that registers a receipt. Each one is a session of its own, counted as its number is. */
export function receiptMessage(receipt: UnitReceipt): string {
  const { kind, time, number, register, company, total, negative, vat } = receipt;
  const rates = UNIT_RATES.map(
    (rate, i) =>
      `<Vat>${leaves({ Class: i + 1, Percentage: `${rate},00`, Amount: amount(vat[i]!.vat) })}</Vat>`,
  );
  const head = leaves({
    ...{ IsNewSession: 1, SerialNo: number, Date: time.replace(/\D/g, '').slice(0, 12), ReceiptId: number },
    ...{ PosId: register, OrgNo: company, ReceiptTotal: amount(total), NegativeTotal: amount(negative) },
    ReceiptType: kind,
  });
  return request('RegisterReceipt', `<Receipt>${head}<VatList>${rates.join('')}</VatList></Receipt>`);
}

/** Why the unit does not do it; null when it says nothing of the kind. */
function faultOf({ texts }: Answer): UnitOutcome<never> | null {
  const fault = [...texts].find(([path]) => /fault/i.test(path) && /code$/i.test(path))?.[1];
  if (fault === undefined) return null;
  const trouble = FAULTS[fault];
  const failure: UnitFailure = {
    trouble: trouble ?? 'no-answer',
    text: `the unit says fault ${shown(fault)}`,
  };
  return { outcome: trouble ? 'not-done' : 'unknown', failure };
}

function registered({ texts }: Answer, { kind }: UnitReceipt): UnitOutcome<Registered> {
  const of = (name: string) => shown(texts.get(`data/RegisterResult/${name}`));
  const [unit, code, main, storage] = [
    of('UnitId'),
    of('Code'),
    of('UnitMainStatus'),
    of('UnitStorageStatus'),
  ];
  const isWell = main === WELL || main === WARNING;
  if (unit !== '' && (code !== '' || (kind !== 'normal' && isWell)))
    return { outcome: 'done', result: { unit, code, warning: warningOf(main, storage) } };
  if (texts.get('type') !== 'RegisterReceiptResponse') return unreadable('the answer is to something else');
  if (storage === STORAGE_FULL) return refused('memory-full', 'its memory is full');
  const trouble = CONDITIONS[main];
  return trouble
    ? refused(trouble, `its condition is ${main}`)
    : unreadable('the answer has no control code');
}

function stateOf({ texts }: Answer): UnitOutcome<UnitState> {
  const of = (name: string) => shown(texts.get(`data/Status/${name}`));
  const [unit, main, storage] = [of('Id'), of('MainStatus'), of('StorageStatus')];
  if (main === '') return unreadable('the answer has no state');
  if (storage === STORAGE_FULL) return refused('memory-full', 'its memory is full');
  const trouble = CONDITIONS[main] ?? (main === WELL || main === WARNING ? null : 'broken');
  if (trouble) return refused(trouble, `its condition is ${main}`);
  return { outcome: 'done', result: { unit, warning: warningOf(main, storage) } };
}

function warningOf(main: string, storage: string): string | null {
  if (storage === WARNING) return 'the memory of the unit is nearly full';
  return main === WARNING ? 'the unit warns of its condition' : null;
}

function refused(trouble: UnitTrouble, text: string): UnitOutcome<never> {
  return { outcome: 'not-done', failure: { trouble, text } };
}

function unreadable(text: string): UnitOutcome<never> {
  return { outcome: 'unknown', failure: { trouble: 'unreadable', text } };
}
