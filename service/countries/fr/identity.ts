/** What a register knows of itself: company, software and settings. A change of it is an event. */
import { isTree } from '../../receipt/tree.ts';
import type { Cfg } from '../../receipt/cfg.ts';
import type { CountryContext } from '../contract/services.ts';
import type { EventCode } from './event-codes.ts';
import { certification } from './certification.ts';
import { yearMonth } from './books.ts';

/** As it is kept in the state. */
export interface Identity extends Record<string, string | Record<string, string>> {
  software: string;
  company: Record<string, string>;
  settings: Record<string, string>;
}

/** What a register is now. */
export function identityOf(context: CountryContext): Identity {
  const { cfg } = context;
  const { rules, number } = certification(context);
  return {
    software: softwareOf(context),
    company: { ...textsOf(cfg.Cmp, 'Cmp'), ...textsOf(cfg.Loc, 'Loc') },
    settings: {
      Fiscal_Rules: rules,
      Fis_Certification: number,
      Fiscal_YearEnd: String(yearMonth(context)),
      Fiscal_Test: context.attributes().flag('Fiscal_Test') ? '1' : '0',
    },
  };
}

/** POS and register with their versions, for people. */
export function softwareOf({ cfg, program }: Pick<CountryContext, 'cfg' | 'program'>): string {
  const { SW, SWVersion } = cfg.Trm ?? {};
  const pos = [SW, SWVersion].filter((value) => typeof value === 'string' && value !== '').join(' ');
  const { product, version } = program();
  return [pos, `${product} ${version}`].filter(Boolean).join(' / ');
}

/** Events for what has changed. */
export function changesOf(before: Identity, now: Identity): { code: EventCode; info: string }[] {
  const events: { code: EventCode; info: string }[] = [];
  if (before.software !== now.software)
    events.push({ code: '250', info: `${before.software} > ${now.software}` });
  const company = changed(before.company, now.company);
  if (company.length > 0) events.push({ code: '240', info: company.join(' ') });
  const settings = changed(before.settings, now.settings).map(
    (name) => `${name}=${now.settings[name] ?? ''}`,
  );
  if (settings.length > 0) events.push({ code: '270', info: settings.join(' ') });
  return events;
}

/** Names of values that differ. */
function changed(before: Record<string, string>, now: Record<string, string>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => before[name] !== now[name])
    .sort();
}

function textsOf(values: Cfg['Cmp'] | Cfg['Loc'] | undefined, prefix: string): Record<string, string> {
  if (!isTree(values)) return {};
  const texts = Object.entries(values).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts.map(([name, value]) => [`${prefix}.${name}`, value]));
}
