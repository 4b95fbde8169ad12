/** What a register knows of itself: company, software and settings. A change of it is an event. */
import { isTree } from '../../receipt/tree.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import type { CountryContext } from '../contract/services.ts';
import type { EventCode } from './event-codes.ts';
import { certification } from './certification.ts';
import { yearMonth } from './books.ts';
import { registerName } from './entries.ts';

/** An event that is to be. */
interface Noted {
  code: EventCode;
  info: string;
}

/** As it is kept in the state. */
export interface Identity {
  software: string;
  company: Record<string, string>;
  settings: Record<string, string>;
  /** Its name, which its numbers begin with. Missing in what versions before noted. */
  register?: string;
  /** Names of all registers of the company in this installation, as names of values. Missing as well. */
  workstations?: Record<string, string>;
}

/** What a register is now. */
export function identityOf(context: CountryContext): Identity {
  const { cfg } = context;
  const { rules, number } = certification(context);
  return {
    software: softwareOf(context),
    company: companyTexts(cfg),
    settings: {
      Fiscal_Rules: rules,
      Fis_Certification: number,
      Fiscal_YearEnd: String(yearMonth(context)),
      Fiscal_Test: context.attributes().flag('Fiscal_Test') ? '1' : '0',
    },
    register: registerName(cfg),
    workstations: namesOf(context.workstations?.(cfg) ?? NOBODY),
  };
}

type Workstations = ReturnType<NonNullable<CountryContext['workstations']>>;
const NOBODY: Workstations = [];

// Both are asked for with each sale, and stay the same from one to the next.
const textsBefore = new WeakMap<Cfg, Record<string, string>>();
const namesBefore = new WeakMap<Workstations, Record<string, string>>();

function companyTexts(cfg: Cfg): Record<string, string> {
  const texts = textsBefore.get(cfg) ?? { ...textsOf(cfg.Cmp, 'Cmp'), ...textsOf(cfg.Loc, 'Loc') };
  textsBefore.set(cfg, texts);
  return texts;
}

function namesOf(workstations: Workstations): Record<string, string> {
  const names =
    namesBefore.get(workstations) ??
    Object.fromEntries(workstations.map(({ TL, TT }) => [`${TL}-${TT}`, '']));
  namesBefore.set(workstations, names);
  return names;
}

/** POS and register with their versions, for people. */
export function softwareOf({ cfg, program }: Pick<CountryContext, 'cfg' | 'program'>): string {
  const { SW, SWVersion } = cfg.Trm ?? {};
  const pos = [SW, SWVersion].filter((value) => typeof value === 'string' && value !== '').join(' ');
  const { product, version } = program();
  return [pos, `${product} ${version}`].filter(Boolean).join(' / ');
}

/** Events for what has changed. */
export function changesOf(before: Identity, now: Identity): Noted[] {
  const events: Noted[] = [];
  if (before.software !== now.software)
    events.push({ code: '250', info: `${before.software} > ${now.software}` });
  const company = changed(before.company, now.company);
  if (company.length > 0) events.push({ code: '240', info: company.join(' ') });
  const settings = changed(before.settings, now.settings).map(
    (name) => `${name}=${now.settings[name] ?? ''}`,
  );
  if (settings.length > 0) events.push({ code: '270', info: settings.join(' ') });
  return [...events, ...placeEvents(before, now)];
}

/** Another name, and so other numbers; other registers that came or went. */
function placeEvents(before: Identity, now: Identity): Noted[] {
  const [from, to] = [before.register, now.register];
  const events: Noted[] = [];
  if (from !== undefined && from !== to) events.push({ code: '10', info: `Numéros ${from} > ${to}` });
  const [known, there] = [before.workstations, now.workstations];
  if (!known || !there) return events;
  // Its own name has the event before.
  const own = new Set([from, to]);
  for (const name of changed(known, there).filter((one) => !own.has(one)))
    events.push({ code: Object.hasOwn(there, name) ? '126' : '127', info: `Poste ${name}` });
  return events;
}

/** Names of values that differ. */
function changed(before: Record<string, string>, now: Record<string, string>): string[] {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(now, name));
  return [...gone, ...Object.keys(now).filter((name) => before[name] !== now[name])].sort();
}

function textsOf(values: Cfg['Cmp'] | Cfg['Loc'] | undefined, prefix: string): Record<string, string> {
  if (!isTree(values)) return {};
  const texts = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts.map(([name, value]) => [`${prefix}.${name}`, value]));
}
