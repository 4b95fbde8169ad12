/** Makes one report to FinanzOnline. What it knows already is asked for, not reported again. */
import type { CountryContext } from '../../contract/services.ts';
import type { State } from '../../contract/state.ts';
import { aesKeyOf, freshAesKey, type AesKey } from '../aes-key.ts';
import type { Done, Outcome, Packet, Refused } from '../finanzonline/access.ts';
import { finanzOnline, type FinanzOnline } from '../finanzonline/client.ts';
import { CODE } from '../finanzonline/codes.ts';
import { refusedHere } from '../finanzonline/exchange.ts';
import type { Subject } from '../finanzonline/requests.ts';
import { kasseOf } from '../kasse.ts';
import { CLOSED_SYSTEM } from '../rksv/machine-code.ts';
import { accessOf, modeOf, type Account } from './account.ts';
import type { Duty } from './duties.ts';
import { nextPacket } from './packets.ts';
import { unitType, type ReportedUnit } from './units.ts';

/** 2: the unit does not sign, or signs wrongly. */
const NOT_SIGNING = 2;
/** 6: the end was planned. */
const PLANNED = 6;

/** A conversation with FinanzOnline about one register. */
interface Call {
  client: FinanzOnline;
  state: State;
  context: CountryContext;
  account: Account;
  packet(): Promise<Packet>;
}

/**
 * Makes a report.
 * @param mayBeDone the report may have been made before, and its answer was lost
 */
export async function perform(
  duty: Duty,
  mayBeDone: boolean,
  state: State,
  context: CountryContext,
  account: Account,
): Promise<Outcome<Done>> {
  const client = finanzOnline(context.memory, accessOf(account, context));
  const packet = async () => ({
    number: await nextPacket(context, account.participant),
    mode: modeOf(account),
  });
  const call: Call = { client, state, context, account, packet };
  switch (duty.kind) {
    case 'unit':
      return registerUnit(duty.unit!, call);
    case 'register':
      return registerRegister(duty.subject, call);
    case 'start':
      return checkStart(duty, mayBeDone, call);
    case 'annual':
      return checkReceipt(duty, call);
    case 'outage':
      return reportOutage(duty, call);
    case 'return': {
      // The clock of the till that issued the receipt may be ahead.
      const since = Math.min(Date.parse(duty.till!), context.clock.now());
      return client.reportBack(await packet(), { serial: duty.subject }, since);
    }
    case 'retirement': {
      const outcome = await client.retire(await packet(), { register: duty.subject }, PLANNED);
      // It was taken out of operation by hand, then.
      const isUnknown = 'refused' in outcome && outcome.refused.code === CODE.registerUnknown;
      return isUnknown ? { ok: { already: true } } : outcome;
    }
  }
}

async function registerUnit(unit: ReportedUnit, call: Call): Promise<Outcome<Done>> {
  const { zda: provider, serial, kind, certificate: der } = unit;
  const type = unitType(unit);
  if (provider === CLOSED_SYSTEM) {
    return refusedHere('CLOSED_SYSTEM', 'the key of a closed system is registered in the portal');
  }
  if (kind === 'software' && call.account.mode === 'production') {
    return refusedHere('TEST_KEY', 'a key that this program holds itself is for tests only');
  }
  if (!type) return known({ serial }, notHere(unit), call);
  // The directories of providers know no test keys.
  const certificate = kind === 'software' && der !== null ? { der } : { serial };
  const outcome = await call.client.registerUnit(await call.packet(), { type, provider, certificate });
  return 'refused' in outcome && outcome.refused.known ? known({ serial }, outcome, call) : outcome;
}

function notHere({ serial, kind }: ReportedUnit): Refused {
  const whose =
    kind === null ? 'is not in this installation any more' : 'belongs to another till, which reports it';
  return refusedHere('NOT_HERE', `unit ${serial} ${whose}, and the tax office does not know it yet`);
}

async function registerRegister(register: string, call: Call): Promise<Outcome<Done>> {
  const { state, context, client } = call;
  const key = await keyOf(register, state, context);
  if (!key) return refusedHere('NO_KEY', `the AES key of ${register} is not on this machine`);
  const note = context.cfg.Loc?.Nam ?? context.cfg.Cmp.Nam;
  const registration = { register, key: key.text, ...(note !== undefined && { note }) };
  const outcome = await client.registerRegister(await call.packet(), registration);
  if (!('refused' in outcome) || !outcome.refused.known) return outcome;
  const status = await client.status(await call.packet(), { register });
  if (!('ok' in status)) return status;
  if (status.ok === null) return outcome;
  if (status.ok.status === 'IN_BETRIEB' && kasseOf(state) === null) {
    // It has had a start receipt, which this one has not: its key is another one.
    const text = `the tax office has ${register} in operation already; give this register another TL or TT`;
    return { refused: { ...outcome.refused, text } };
  }
  return { ok: { already: true } };
}

/** The key that receipts are encrypted with, or will be. */
async function keyOf(id: string, state: State, { vault, cfg }: CountryContext): Promise<AesKey | null> {
  const kasse = kasseOf(state);
  if (!kasse) return freshAesKey(vault, cfg, id);
  const key = aesKeyOf(vault, cfg, id);
  return key?.check === kasse.keyCheck ? key : null;
}

async function checkStart(duty: Duty, mayBeDone: boolean, call: Call): Promise<Outcome<Done>> {
  if (mayBeDone) {
    const register = kasseOf(call.state)!.id;
    const status = await call.client.status(await call.packet(), { register });
    if (!('ok' in status)) return status;
    // Nothing but its start receipt puts a register into operation.
    if (status.ok?.status === 'IN_BETRIEB' || status.ok?.status === 'AUSFALL')
      return { ok: { already: true } };
  }
  return checkReceipt(duty, call);
}

async function checkReceipt({ code }: Duty, call: Call): Promise<Outcome<Done>> {
  const outcome = await call.client.checkReceipt(await call.packet(), code!);
  return 'ok' in outcome ? { ok: { already: false } } : outcome;
}

async function reportOutage({ subject: serial, since }: Duty, call: Call): Promise<Outcome<Done>> {
  const { context, client } = call;
  const isLent = context.signer.status().some((u) => u.identity?.serial === serial && u.kind === 'till');
  if (isLent) {
    const text = `unit ${serial} belongs to another till, where it may work; if it does not, report it there or in the portal`;
    return refusedHere('NOT_HERE', text);
  }
  return client.reportUnitOutage(await call.packet(), serial, NOT_SIGNING, Date.parse(since!));
}

/** Something that is known already: done, unless it was taken out of operation. */
async function known(subject: Subject, otherwise: Refused, call: Call): Promise<Outcome<Done>> {
  const status = await call.client.status(await call.packet(), subject);
  if (!('ok' in status)) return status;
  return status.ok === null ? otherwise : { ok: { already: true } };
}
