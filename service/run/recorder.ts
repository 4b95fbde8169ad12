/** The recorder of a service: what it is told of registers, and what it does to them. */
import { keysOf } from '../audit/public-keys.ts';
import { localTime } from '../clock.ts';
import type { CountryServices } from '../countries/contract/services.ts';
import type { State } from '../countries/contract/state.ts';
import type { Restored } from '../countries/contract/work.ts';
import { countryOf } from '../countries/list.ts';
import { sameTaxId } from '../receipt/tax-id.ts';
import { configuredTerminal, readCfg, type Cfg } from '../receipt/cfg.ts';
import { isTree, type Tree } from '../receipt/tree.ts';
import type { Journal } from '../journal/journal.ts';
import { Recorder } from '../recorder/recorder.ts';
import type { RecordedRegister } from '../recorder/registers.ts';
import type { Load } from '../register/load.ts';
import type { Register } from '../register/register.ts';
import type { Registers } from '../register/registers.ts';
import { VERSION } from '../version.ts';
import type { Problem } from '../wire.ts';
import type { Installation } from './installation.ts';

/** State key of what the portal has told last. */
const KEY = 'RECORDER';
/** The same of the portal for trials: numbers and tags of one mean nothing to the other. */
const STAGING_KEY = 'RECORDER_STAGING';
/** Records with which a register begins new numbers (register/rebuilt.ts, backup/restore). */
const NEW_NUMBERS = /^\{"_":"log",.*"Event":"(older-data-confirmed|rebuilt|restored|portal-row-begun)"/;
/** Unless the profile says otherwise (doc 2, Recorder_init). */
const INIT_MS = 10_000;

/** Where the recorder finds what it needs. */
export interface RecorderSources {
  installation: Installation;
  journal: Journal;
  registers: Registers;
  load: Load;
  problemsOf: (register: Register) => Problem[];
  /** Control pages that are open now, and those that were ever opened. */
  pages: () => { now: number; begun: number };
  /** Asks the machines of the shop. */
  askCompanyKey: (id: string) => Promise<string | null>;
  country: CountryServices;
}

/** Opens the recorder; it begins to talk with {@link Recorder.start}. */
export function openRecorder(sources: RecorderSources): Promise<Recorder> {
  const { installation, journal, registers, load, askCompanyKey } = sources;
  const { dataRoot, vault, profile, clock, log, disk, attributes } = installation;
  return Recorder.open({
    registers: {
      get names() {
        return registers.names;
      },
      async find(rn) {
        const register = await registers.find(rn);
        return register?.cfg ? recorded(register, register.cfg, sources) : null;
      },
      lastSq: (rn) => journal.lastSq(rn),
      installation: async (rn) => installationOf(await registers.find(rn), installation),
    },
    ...{ askCompanyKey, journal, vault, clock, log, version: VERSION, instance: dataRoot.instance },
    world: installation.portalChoice.isStaging ? 'recorder-staging' : 'recorder',
    folder: dataRoot.gbl,
    address: () => installation.portalChoice.address,
    isPortalBeside: () => installation.portalChoice.isBeside,
    badge: () => profile.badge,
    diskUsage: () => disk.megabytes,
    isBusy: () => load.isBusy,
    pages: sources.pages,
    random: Math.random,
    settings: () => ({
      initMs: attributes().number('Recorder_init', INIT_MS),
      log: attributes().flag('Recorder_Log'),
      softwareProvider: attributes().text('SoftwareProvider'),
      seal: attributes().text('Recorder_Seal'),
      key: attributes().text('Recorder_SealKey'),
    }),
  });
}

function recorded(
  register: Register,
  cfg: Cfg,
  { registers, problemsOf, journal, country, installation }: RecorderSources,
): RecordedRegister {
  const { TL, TT } = configuredTerminal(cfg);
  const stateKey = installation.portalChoice.isStaging ? STAGING_KEY : KEY;
  const takenNow = () => takenOf(register, stateKey);
  const taken = takenNow();
  const note = async (event: string, details: Record<string, string>, next: typeof taken) => {
    const { Result } = await register.writes.change({
      ...{ event, details },
      changes: () => ({ [stateKey]: { ...next } }),
    });
    return Result.RC === 'OK';
  };
  return {
    ...{ rn: register.rn, taxId: cfg.Cmp.TaxId, country: cfg.Cmp.Ctry, tl: TL, tt: TT, taken },
    problems: problemsOf(register),
    async takeBaseData(body: Tree, tag: string) {
      const read = readCfg(body);
      if ('issues' in read) return read.issues.map(({ text }) => text).join('; ');
      const { Result } = await registers.configure(register.rn, merged(read.cfg, register.cfg ?? cfg));
      if (Result.RC === 'BAD') return [Result.Warning].flat().join('; ') || (Result.ErrorCode ?? 'refused');
      // Not stored: the next sign of life tells of it again.
      if (Result.RC !== 'OK') return null;
      await note('base-data-taken', { Tag: tag }, { ...takenNow(), tag });
      return null;
    },
    takeState: (state, registerId) =>
      note(
        'portal-state',
        {
          ...(taken.state && { Old_State: taken.state }),
          New_State: state,
          ...(taken.register && { Old_Register: String(taken.register) }),
          New_Register: String(registerId),
        },
        { ...takenNow(), state, register: registerId },
      ),
    async beginRow({ sq, theirs }, registerId) {
      const others = { Register: String(registerId), First_SQ: String(sq), Records_there: String(theirs) };
      const restored = (await hasNewNumbers(journal, register.rn, sq)) ? undefined : restoredBy(cfg, country);
      const { Result } = await register.writes.change({
        event: 'portal-row-begun',
        details: { ...others, ...restored?.(register.state).details },
        changes: (state) => restored?.(state).changes ?? {},
      });
      return Result.RC === 'OK';
    },
    async takeLicense(product: string) {
      await note('license-activated', { Product: product }, takenNow());
    },
  };
}

/** What its country makes of a register that somebody has given numbers for: it may give none of them again. */
function restoredBy(cfg: Cfg, services: CountryServices): ((state: State) => Restored) | undefined {
  const country = countryOf(cfg.Cmp.Ctry);
  if (!country.restored) return undefined;
  const now = localTime(services.clock.now());
  return (state) => country.restored!(state, { ...services, cfg, now });
}

/** Whether new numbers have begun since a record: then somebody has noticed before that older data were put back. */
async function hasNewNumbers(journal: Journal, rn: string, sq: number): Promise<boolean> {
  for await (const page of journal.linesBetween(rn, sq - 1, await journal.lastSq(rn)))
    for (const { text } of page) if (NEW_NUMBERS.test(text)) return true;
  return false;
}

function takenOf({ state }: Register, stateKey: string): RecordedRegister['taken'] {
  const kept = state.get(stateKey);
  const none = { tag: null, state: null, register: null };
  return isTree(kept) ? { ...none, ...(kept as Partial<RecordedRegister['taken']>) } : none;
}

/** Within a record, fields that the portal does not name stay as they are; so does the spelling of a tax id. */
function merged(sent: Partial<Cfg>, before: Cfg): Partial<Cfg> {
  const isSame =
    sent.Cmp?.TaxId !== undefined && sameTaxId(sent.Cmp.TaxId, before.Cmp.TaxId, before.Cmp.Ctry);
  return {
    ...sent,
    ...(sent.Cmp && {
      Cmp: { ...before.Cmp, ...sent.Cmp, ...(isSame && { TaxId: before.Cmp.TaxId }) },
    }),
    ...(sent.Loc && { Loc: { ...before.Loc, ...sent.Loc } }),
    ...(sent.Trm && { Trm: { ...before.Trm, ...sent.Trm } }),
  };
}

async function installationOf(register: Register | null, installation: Installation) {
  const { program, vault, dataRoot } = installation;
  const country = register?.country;
  if (!country) return null;
  const values = (country.exportValues ?? []).flatMap((name) => {
    const value = vault.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const keys = [...(await keysOf(dataRoot.cer))].filter(([, pem]) => !pem.includes('PRIVATE'));
  return {
    program: program.program(),
    values: Object.fromEntries(values),
    publicKeys: Object.fromEntries(keys),
  };
}
