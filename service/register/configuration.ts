/** The configuration of a register: looked at, and put in force. */
import { localTime } from '../clock.ts';
import type { Country } from '../countries/contract/country.ts';
import type { Restored } from '../countries/contract/work.ts';
import { countryOf } from '../countries/list.ts';
import { checkCurrency, countryFor, withCurrency } from '../countries/register-currency.ts';
import { answerOf } from '../receipt/answer.ts';
import { mergeCfg, sameCfg, type Cfg } from '../receipt/cfg.ts';
import { issue, type Issue } from '../receipt/issue.ts';
import type { TraC } from '../receipt/tra.ts';
import { refusal, success, withWarning } from './outcomes.ts';
import { newRecord } from './receipt-record.ts';
import type { RegisterParts } from './register-parts.ts';
import { takenTerminal, type TakenTerminal } from './companies/taken-terminal.ts';
import { answered, refused, type Turns } from './turns.ts';

/** A configuration that was looked at. */
export interface CheckedCfg {
  /** As it would be in force. */
  cfg: Cfg;
  country: Country;
  /** Why it cannot be. */
  issues: Issue[];
  /** What is allowed but looks wrong; English. */
  warnings: string[];
  /** Its terminal is another register's. It may be free tomorrow: said each time, and not stored. */
  taken: Issue | null;
}

/** See above. */
export class Configuration {
  private readonly parts: RegisterParts;
  /** Of the register. */
  private readonly turns: Pick<Turns, 'take'>;

  constructor(parts: RegisterParts, turns: Pick<Turns, 'take'>) {
    this.parts = parts;
    this.turns = turns;
  }

  /**
   * What there is to say against a configuration, and what it would be as a whole; nothing is stored.
   * @param sent records that are left out stay as they are
   * @param complete adds to the whole what its register knows
   * @returns null while nobody has said which company it is
   */
  check(sent: Partial<Cfg>, complete = (whole: Cfg) => whole): CheckedCfg | null {
    const { cfg: inForce, writer } = this.parts;
    const merged = mergeCfg(sent, inForce);
    if (!merged) return null;
    // Sums and numbers of receipts are of one currency.
    const before = writer.lastRecords.get('Tra') ? inForce : null;
    const cfg = withCurrency(complete(merged), before);
    const country = countryFor(cfg);
    const issues = [
      ...country.checkCfg(cfg, inForce),
      ...checkCurrency(cfg, before),
      ...this.checkChange(cfg),
    ];
    return { cfg, country, issues, warnings: country.cfgWarnings?.(cfg) ?? [], taken: this.taken(cfg) };
  }

  /** The terminal of a configuration, that in force when left out, where another register numbers it. */
  takenTerminal(cfg = this.parts.cfg): TakenTerminal | null {
    const { rn, services, ledger } = this.parts;
    return cfg && takenTerminal(rn, cfg, services.terminals, ledger);
  }

  private taken(cfg: Cfg): Issue | null {
    const taken = this.takenTerminal(cfg);
    if (!taken) return null;
    const { owner, TL, TT } = taken;
    const text = `register ${owner} numbers terminal ${TL}/${TT} of this company: sales there are refused; give this register a TL and TT of its own`;
    return issue('#TERMINAL_TAKEN', 'Cfg.Trm.TT', text);
  }

  /**
   * Stores a configuration unless it says what is in force already, checked as {@link check} does.
   * @param isWanted asked when its turn has come: whether it is to be stored still
   */
  async set(
    sent: Partial<Cfg>,
    complete?: (whole: Cfg) => Cfg,
    isWanted: () => Issue | null = () => null,
  ): Promise<TraC> {
    const answer = await this.stored(sent, complete, isWanted);
    const { cfg } = this.parts;
    const taken = answer.Result.RC === 'OK' && cfg ? this.taken(cfg) : null;
    return taken ? { ...answer, Result: withWarning(answer.Result, `${taken.code} ${taken.text}`) } : answer;
  }

  private stored(
    sent: Partial<Cfg>,
    complete: ((whole: Cfg) => Cfg) | undefined,
    isWanted: () => Issue | null,
  ): Promise<TraC> {
    return this.turns.take(async () => {
      await this.parts.ledger.signed();
      const checked = this.check(sent, complete);
      if (!checked)
        return answered(refusal('BAD', [issue('#CFG', 'Cfg.Cmp', 'the company is missing')], 'en'));
      const { cfg, country, issues, warnings } = checked;
      const unwanted = isWanted();
      if (unwanted) return refused([unwanted], country, []);
      if (issues.length > 0) return refused(issues, country, warnings);
      const { ledger, services, writer, cfg: inForce } = this.parts;
      const last = writer.lastRecords.get('Cfg');
      if (last && inForce && sameCfg(inForce, cfg)) return answered(answerOf(last));
      ledger.catchUp();
      const D = localTime(services.clock.now());
      const values = { Result: success(warnings), Cfg: cfg };
      const record = newRecord(writer.nextRecord('Cfg', D), {}, values);
      const step = writer.write({ record, sums: null, changes: this.begun(cfg) }, country.language);
      // Whatever comes behind must see what is in force now.
      await step.done;
      return step;
    });
  }

  /** Where registers are gone, a new one may be one of them: it must not begin with their numbers. */
  private begun(cfg: Cfg): Restored['changes'] {
    const { services, ledger, cfg: inForce } = this.parts;
    if (inForce || !services.isGone?.()) return {};
    const now = localTime(services.clock.now());
    return countryOf(cfg.Cmp.Ctry).restored?.(ledger, { ...services, cfg, now }).changes ?? {};
  }

  private checkChange(cfg: Cfg): Issue[] {
    const { cfg: inForce, country, ledger } = this.parts;
    return (inForce && country?.checkChange?.(cfg, inForce, ledger)) ?? [];
  }
}
