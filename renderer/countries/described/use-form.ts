import { useState } from 'react';
import type { PageField } from '../../../service/countries/contract/described-page/fields.ts';
import type { Failure, Reply } from '../../api/request.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useDescribed } from './context.ts';
import { bodyOf, type Entries, type Entry, entryOf, missingFields } from './entry.ts';
import { type Mistakes, mistakesOf, mistakeWords, restOf } from './mistakes.ts';

/** Fields that are filled in. */
export interface Form {
  fields: readonly PageField[];
  value: (field: PageField) => Entry;
  set: (field: PageField, entry: Entry) => void;
  /** What is wrong with a field, in words; null when nothing is known to be. */
  error: (field: PageField) => string | null;
  /** Marks what is missing; false when something is. */
  check: () => boolean;
  /** Sends what was filled in with what is fixed, and marks what the service finds wrong. */
  send: (act: (body: Record<string, string | boolean>) => Promise<Reply<unknown>>) => Promise<Reply<unknown>>;
  /** What no field can show. */
  rest: (failure: Failure | null) => Failure | null;
  /** Forgets what was typed. */
  reset: () => void;
  /** Changes with each reset: fields that hold something themselves begin anew. */
  round: number;
}

/** A form of described fields. What nobody has touched follows the description. */
export function useForm(fields: readonly PageField[]): Form {
  const { say } = useDescribed();
  const { t, locale } = useTexts();
  const [typed, setTyped] = useState<Entries>({});
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [round, setRound] = useState(0);
  return {
    fields,
    value: (field) => entryOf(field, typed),
    set({ name }, entry) {
      setTyped((before) => ({ ...before, [name]: entry }));
      setMistakes((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== name)));
    },
    error(field) {
      const mistake = Object.hasOwn(mistakes, field.name) ? mistakes[field.name] : undefined;
      return mistake === undefined ? null : mistakeWords(field, mistake, { say, t, locale });
    },
    check() {
      const missing = missingFields(fields, typed);
      setMistakes(Object.fromEntries(missing.map((name) => [name, { text: '', problem: 'missing' }])));
      return missing.length === 0;
    },
    async send(act) {
      const reply = await act(bodyOf(fields, typed));
      if (!reply.ok) setMistakes(mistakesOf(reply.failure));
      return reply;
    },
    rest: (failure) => restOf(failure, fields, say),
    reset() {
      setTyped({});
      setMistakes({});
      setRound((before) => before + 1);
    },
    round,
  };
}
