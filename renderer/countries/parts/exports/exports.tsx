import { Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ControlStatus } from '../../../../service/wire.ts';
import type { Reply } from '../../../api/request.ts';
import { type Action, useAction } from '../../../api/use-action.ts';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Fold } from '../../../components/fold.tsx';
import { useNotes } from '../../../components/notes.ts';
import { folderWords } from '../../../i18n/folder-words.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ExportList } from './export-list.tsx';
import { type Period, PeriodForm } from './period-form.tsx';
import { type Exports, useExports } from './use-exports.ts';

/** Exports of one type, and how to order one. */
export interface PeriodExports {
  exports: Exports;
  /** Exports of all tills of the company are ordered, not of this one alone. */
  whole: boolean;
  setWhole: (whole: boolean) => void;
  /** Orders a period by a button of its own; its failure is shown above the files. */
  order: (period: Period) => Promise<Reply<unknown>>;
  /** The same for a form, which shows its failure itself. */
  orderQuietly: (period: Period) => Promise<Reply<unknown>>;
  /** A period is being exported; any one where none is named. */
  isRunning: (period?: Period) => boolean;
  failure: Action['failure'];
}

/**
 * Exports of one type.
 * @param wholeFirst all tills of the company are what is most likely wanted
 * @param reload asks for what a finished export has changed
 * @param target folder of the register that a copy of each goes to; empty: none
 * @param onTarget told what is wrong with that folder, null when nothing is known to be
 */
export function usePeriodExports(
  { rn, status, reload }: { rn: string; status: ControlStatus; reload: () => Promise<void> },
  type: string,
  wholeFirst: boolean,
  target = '',
  onTarget?: (wrong: string | null) => void,
): PeriodExports {
  const { t } = useTexts();
  const note = useNotes();
  const { failure, run } = useAction();
  const [whole, setWhole] = useState(wholeFirst);
  const exports = useExports(rn, type, status, (job) => {
    note(t('fiscal.exports.done', { file: job.file }));
    void reload();
  });
  const folder = target.trim();
  const orderQuietly = async (period: Period) => {
    const reply = await exports.order({
      ...{ type, ...period, whole },
      ...(folder !== '' && { target: folder }),
    });
    const wrong = reply.ok ? null : folderWords(reply.failure, 'target');
    onTarget?.(wrong);
    // The service's own words are those for a till that sends a wrong folder.
    return reply.ok || wrong === null ? reply : { ...reply, failure: { ...reply.failure, message: wrong } };
  };
  return {
    exports,
    whole,
    setWhole,
    order: (period) => run(() => orderQuietly(period)),
    orderQuietly,
    isRunning: (period) =>
      exports.jobs?.some(
        ({ state, from, till }) =>
          state === 'running' && (period === undefined || (from === period.from && till === period.till)),
      ) ?? false,
    failure,
  };
}

/** What was ordered and how far it is, whether for all tills, and the way to any other period. */
export function ExportFiles({
  period: { exports, whole, setWhole, orderQuietly, failure },
  asksWhole,
  today,
  isTimeless = false,
  children,
}: {
  period: PeriodExports;
  /** There may be other tills. */
  asksWhole: boolean;
  /** Day of the service. */
  today: string;
  /** They are about no period. */
  isTimeless?: boolean;
  /** Stands above the form for another period. */
  children?: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <>
      <FailureNote failure={failure} />
      {asksWhole && (
        <Switch
          label={t('fiscal.exports.whole')}
          description={t('fiscal.exports.wholeHint')}
          checked={whole}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
      )}
      <ExportList exports={exports} />
      <div>
        {children}
        {!isTimeless && (
          <Fold summary={t('fiscal.exports.period.heading')}>
            <PeriodForm today={today} onOrder={orderQuietly} />
          </Fold>
        )}
      </div>
    </>
  );
}
