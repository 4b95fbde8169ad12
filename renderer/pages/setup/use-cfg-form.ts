import { useEffect, useRef, useState } from 'react';
import type { Cfg, CfgField, CfgRemark, SetupOverview } from '../../../service/setup/wire.ts';
import { checkCfg, saveCfg } from '../../api/setup.ts';
import type { Reply } from '../../api/request.ts';
import { useAction, type Action } from '../../api/use-action.ts';
import { cfgOf, hasSame, valuesOf, type Values } from './draft.ts';

/** Quiet time after a key before the service is asked, ms. */
const QUIET_MS = 250;

/** What stands for the configuration as a whole. */
export const WHOLE: CfgField = 'Cmp.';

/** A form of a register's configuration. */
export interface CfgForm {
  values: Values;
  set: (field: CfgField, value: string) => void;
  /** What there is to say about a field, as far as it was left or the form was sent. */
  remarkOf: (field: CfgField) => CfgRemark | null;
  /** The service has looked at the field as it is now and has nothing against it. */
  isRight: (field: CfgField) => boolean;
  /** Something looks wrong and can be saved all the same: the next press does. */
  isDoubtful: boolean;
  /** Nothing was saved, as somebody went on typing while it was looked at. */
  isOvertaken: boolean;
  /** Somebody else has saved other values of these fields meanwhile. */
  isOlder: boolean;
  /** Gives up what was typed; what somebody else has saved is shown as soon as it is known. */
  giveUp: () => void;
  action: Action;
  /** Saves it; false where it was not. */
  save: () => Promise<boolean>;
}

/**
 * The form with the fields of a page; checked by the service while somebody types. A
 * configuration that comes later changes nothing that was typed: it is shown where nothing
 * was, taken as the new ground where it has the same values in these fields, and else said.
 * @param beside saved with it, and not shown
 */
export function useCfgForm(
  overview: Pick<SetupOverview, 'rn' | 'cfg' | 'version'>,
  fields: readonly CfgField[],
  likely: Values,
  beside: Values = {},
): CfgForm {
  /** What the form began with, or what was saved since. */
  const [ground, setGround] = useState(overview);
  const { rn, cfg, version } = ground;
  const [values, setValues] = useState(() => valuesOf(cfg, fields, likely));
  const [touched, setTouched] = useState<ReadonlySet<CfgField>>(new Set());
  /** What was looked at, as text, and what was said. */
  const [checked, setChecked] = useState<{ of: string; remarks: CfgRemark[] }>({ of: '', remarks: [] });
  /** What was sent with doubts, as text. */
  const [doubted, setDoubted] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const [isOvertaken, setOvertaken] = useState(false);
  const action = useAction();
  const isNewer = overview.version !== version;
  const isSame = isNewer && hasSame(overview.cfg, cfg, fields);
  if (isNewer && touched.size === 0) {
    setGround(overview);
    setValues(valuesOf(overview.cfg, fields, likely));
    setSent(false);
    action.forget();
  } else if (isSame) setGround(overview);
  const now = JSON.stringify(values);
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  }, [now]);

  const look = async (of: string): Promise<Reply<CfgRemark[] | null>> => {
    const reply = await checkCfg(rn, cfgOf(cfg, JSON.parse(of) as Values));
    if (!reply.ok) return reply;
    // What was typed since is being asked for, too.
    if (latest.current !== of) return { ok: true, value: null };
    const { remarks } = reply.value.result;
    setChecked({ of, remarks });
    return { ok: true, value: remarks };
  };
  const asks = touched.size > 0;
  useEffect(() => {
    if (!asks) return;
    const timer = setTimeout(() => void look(now), QUIET_MS);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `look` goes by what is typed
  }, [now, asks]);

  const isToBeSaved = (remarks: CfgRemark[] | null): boolean => {
    if (remarks === null) return false;
    // What concerns a field of another step is said there.
    const own = remarks.filter(({ field }) => isOwn(fields, field));
    if (own.some(({ isRefused }) => isRefused)) return false;
    if (own.length > 0 && doubted !== now) {
      setDoubted(now);
      return false;
    }
    return true;
  };
  const remarkOf = (field: CfgField) =>
    (sent || touched.has(field)) && isOwn(fields, field)
      ? (checked.remarks.find((remark) => remark.field === field) ?? null)
      : null;
  return {
    values,
    set(field, value) {
      setValues((before) => ({ ...before, [field]: value }));
      setTouched((before) => new Set(before).add(field));
    },
    remarkOf,
    isRight: (field) =>
      checked.of === now && values[field] !== '' && !checked.remarks.some((remark) => remark.field === field),
    isDoubtful: doubted === now,
    isOvertaken,
    isOlder: (isNewer && !isSame && touched.size > 0 && !action.busy) || action.failure?.http === 409,
    giveUp: () => setTouched(new Set()),
    action,
    async save() {
      setSent(true);
      setOvertaken(false);
      const sentCfg = cfgOf(cfg, { ...beside, ...values });
      // One action: a second press rests meanwhile, and what goes wrong with the look is said as well.
      const reply = await action.run(async (): Promise<Reply<boolean>> => {
        const looked = await look(now);
        if (!looked.ok) return looked;
        setOvertaken(looked.value === null);
        if (!isToBeSaved(looked.value)) return { ok: true, value: false };
        const saved = await saveCfg(rn, { Cfg: sentCfg, version });
        return saved.ok ? { ok: true, value: true } : saved;
      });
      const isSaved = reply.ok && reply.value;
      if (isSaved) {
        setTouched(new Set());
        setGround({ rn, version, cfg: { ...cfg, ...sentCfg } as Cfg });
      }
      return isSaved;
    },
  };
}

/** Of the form: one of its fields, or the configuration as a whole. */
function isOwn(fields: readonly CfgField[], field: CfgField): boolean {
  return field === WHOLE || fields.includes(field);
}
