/** What people do with printers on the control page. */
import { fiscalAddress, fiscalModel, type FiscalPrinterModel } from '../devices/fiscal-printer/models.ts';
import { portAddress } from '../devices/ports/address.ts';
import { PDF_MODEL, printerModel } from '../devices/receipt-printer/models.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { Tree } from '../receipt/tree.ts';
import { receiptOf } from '../register/paper/receipts.ts';
import { withAttribute } from '../settings/attribute-edit.ts';
import type { ProfileChange } from '../settings/profile.ts';
import { fits } from './open-printer.ts';
import { drawerLevelOf, type DevicesSources } from './overview.ts';
import { equip, login, look, scans } from './other-actions.ts';
import { deviceScope, setAttributes } from './set-attributes.ts';
import type { DeviceActions, DeviceFieldProblem, DeviceResult } from './wire.ts';

/** What actions work with. */
export interface DevicesAdministration extends DevicesSources {
  /** Changes the profile. */
  change: (change: ProfileChange) => Promise<unknown>;
}

/** What came of an action. */
export type DeviceOutcome =
  | { result: DeviceResult }
  /** No such action, job or receipt. */
  | { missing: string }
  | { fields: Partial<Record<string, DeviceFieldProblem>> }
  /** The device did not do it. */
  | { issue: Issue };

type Act = (administration: DevicesAdministration, rn: string, input: Tree) => Promise<DeviceOutcome>;

const DONE: DeviceOutcome = { result: {} };
const NONE: DeviceOutcome = {
  issue: issue('#NO_PRINTER', '', 'the profile names no printer for this register'),
};
/** Where more wait, nothing is ordered by hand: it would push out receipts that nobody has seen. */
const MOST_WAITING = 100;
const FULL: DeviceOutcome = { issue: issue('#PRINTER_TROUBLE', '', `more than ${MOST_WAITING} jobs wait`) };
/** Two lines of twenty letters, and some more for displays that scroll. */
const MOST_TEXT = 200;

/** The actions by name; the door (access/rules.ts) lets cashiers have the first three. */
const ACTIONS: Readonly<Record<string, Act>> = {
  ...{ job, print, drawer },
  ...{ test, display, level, learn, use },
  ...{ useDisplay: equip('display'), useDrawer: equip('drawer'), look, scans, login },
};

/** Does what the page asks for. */
export async function actOnDevices(
  administration: DevicesAdministration,
  rn: string,
  action: string,
  input: Tree,
): Promise<DeviceOutcome> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  return act
    ? act(administration, rn, input)
    : { missing: `there is no action ${JSON.stringify(action.slice(0, 50))}` };
}

async function job({ printing }: DevicesAdministration, rn: string, input: Tree): Promise<DeviceOutcome> {
  const { id, what } = input as Partial<Record<string, unknown>>;
  if (what !== 'printed' && what !== 'again' && what !== 'drop')
    return { missing: 'there is no such decision' };
  if (!printing.printer(rn)) return NONE;
  const queue = await printing.queue(rn);
  if (what === 'again' && queue.views.length > MOST_WAITING) return FULL;
  const isDone = typeof id === 'number' && (await queue.settle(id, what));
  return isDone ? DONE : { missing: 'there is no such job any more, or it is being printed' };
}

async function print(
  { printing, registers, journal }: DevicesAdministration,
  rn: string,
  input: Tree,
): Promise<DeviceOutcome> {
  const { sq } = input as Partial<Record<string, unknown>>;
  if (!printing.printer(rn)) return NONE;
  const register = await registers.find(rn);
  const isNumber = typeof sq === 'number' && Number.isSafeInteger(sq) && sq > 0;
  const record = isNumber ? await journal.bySq(rn, sq) : null;
  const receipt = record?._ === 'Tra' && register ? await receiptOf(journal, register, record) : null;
  if (!receipt) return { missing: 'there is no such receipt' };
  const queue = await printing.queue(rn);
  if (queue.views.length > MOST_WAITING) return FULL;
  await queue.add({ kind: 'receipt', sq: receipt.record.SQ });
  return DONE;
}

async function drawer({ printing }: DevicesAdministration, rn: string): Promise<DeviceOutcome> {
  const printer = await printing.printerOf(rn);
  if (!printer) return NONE;
  const trouble = await printer.openDrawer();
  return trouble ? { issue: trouble } : DONE;
}

async function test({ printing }: DevicesAdministration, rn: string): Promise<DeviceOutcome> {
  if (!printing.printer(rn)) return NONE;
  const queue = await printing.queue(rn);
  // Whoever presses twice because nothing comes wants one page.
  const waits = queue.views.some(({ content, state }) => content.kind === 'test' && state === 'waiting');
  if (!waits) await queue.add({ kind: 'test' });
  return DONE;
}

async function display({ printing }: DevicesAdministration, rn: string, input: Tree): Promise<DeviceOutcome> {
  const { text } = input as Partial<Record<string, unknown>>;
  if (typeof text !== 'string' || text.length > MOST_TEXT) return { fields: { text: 'text' } };
  const printer = await printing.printerOf(rn);
  const trouble = printer
    ? await printer.display(text)
    : issue('#NO_DISPLAY', '', 'no line display is connected');
  return trouble ? { issue: trouble } : DONE;
}

async function level({ printing }: DevicesAdministration, rn: string): Promise<DeviceOutcome> {
  if (!printing.printer(rn)) return NONE;
  const told = await (await printing.queue(rn)).ask();
  if ('trouble' in told || told.isMute) {
    const why = 'trouble' in told ? told.trouble : 'silent';
    return { issue: issue('#PRINTER_TROUBLE', '', `the printer does not answer: ${why}`) };
  }
  const { drawerHigh } = told.status;
  return { result: { level: drawerHigh === null ? null : drawerHigh ? 'high' : 'low' } };
}

async function learn(
  { printing, attributes, change }: DevicesAdministration,
  rn: string,
  input: Tree,
): Promise<DeviceOutcome> {
  const { open } = input as Partial<Record<string, unknown>>;
  if (open !== 'high' && open !== 'low') return { fields: { open: 'level' } };
  if (!printing.printer(rn)) return NONE;
  if (drawerLevelOf(attributes(rn)) === open) return DONE;
  // A register whose printer is its own has a drawer of its own.
  const own = attributes(rn).text('Printer_Port') !== attributes().text('Printer_Port');
  await change({ ...(own && { rn }), attributes: (before) => withAttribute(before, 'Printer_Drawer', open) });
  return DONE;
}

async function use(administration: DevicesAdministration, rn: string, input: Tree): Promise<DeviceOutcome> {
  const { model, port, paper, scope } = input as Partial<Record<keyof DeviceActions['use'], unknown>>;
  const fiscal = typeof model === 'string' ? fiscalModel(model) : null;
  if (fiscal) return useFiscal(administration, rn, { model: fiscal, port, scope });
  const address = typeof port === 'string' ? portAddress(port) : null;
  // What goes to a folder is PDF, whatever was chosen.
  const known =
    address?.kind === 'folder' ? PDF_MODEL : typeof model === 'string' ? printerModel(model) : null;
  const fields: Partial<Record<string, DeviceFieldProblem>> = {
    ...(!known && { model: 'model' as const }),
    ...((!address || (known && !fits(known, address))) && { port: 'address' as const }),
    ...(paper !== '58' && paper !== '80' && { paper: 'paper' as const }),
    ...(!deviceScope(scope) && { scope: 'scope' as const }),
  };
  if (Object.keys(fields).length > 0) return { fields };
  const values = {
    Printer: known!.name,
    Printer_Port: (port as string).trim(),
    Printer_Paper: paper as string,
  };
  await setAttributes(administration, rn, deviceScope(scope)!, values);
  return test(administration, rn);
}

/** A fiscal printer prints no test page: what it prints it numbers. */
async function useFiscal(
  administration: DevicesAdministration,
  rn: string,
  { model, port, scope }: { model: FiscalPrinterModel; port: unknown; scope: unknown },
): Promise<DeviceOutcome> {
  const address = typeof port === 'string' ? fiscalAddress(port, model) : null;
  const where = deviceScope(scope);
  if (!address || !where) {
    return { fields: { ...(!address && { port: 'address' }), ...(!where && { scope: 'scope' }) } };
  }
  await setAttributes(administration, rn, where, { Printer: model.name, Printer_Port: address.text });
  return DONE;
}
