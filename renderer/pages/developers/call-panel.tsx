import { Button, Group } from '@mantine/core';
import { useCallback } from 'react';
import type { CallPart } from '../../../service/integration/wire.ts';
import { askCall } from '../../api/developers.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { CopyCode } from '../../components/copy-code.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fold } from '../../components/fold.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { curlOf } from './curl.ts';
import { laidOut } from './laid-out.ts';
import { Side, SideBySide } from './side-by-side.tsx';

/** A call: what was sent and what was answered, next to each other. */
export function CallPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTexts();
  const ask = useCallback(() => askCall(id), [id]);
  const [{ value: call, failure }] = useReloader(ask, id);
  const about = ({ type, bytes, isCut }: CallPart) =>
    [
      type,
      bytes === null ? null : t('developers.requests.bytes', { bytes }),
      isCut ? t('developers.requests.cut') : null,
    ]
      .filter(Boolean)
      .join(' · ');
  const shown = ({ text }: CallPart) => (text === null || text === '' ? null : laidOut(text));
  return (
    <Panel heading={call === null ? t('developers.requests.one') : `${call.method} ${call.target}`}>
      {failure !== null && <FailureNote failure={failure} />}
      {call !== null && (
        <>
          <p>{[call.at.replace('T', ' '), call.from, call.userAgent].filter(Boolean).join(' · ')}</p>
          {call.status === null && (
            <Notice tone="look">
              <p>{t('developers.requests.goneHint')}</p>
            </Notice>
          )}
          <SideBySide>
            <Side
              heading={t('developers.requests.request')}
              about={about(call.request)}
              text={shown(call.request)}
              missing={t('developers.requests.noBody')}
            />
            <Side
              heading={t('developers.requests.answer')}
              about={[call.status, about(call.answer)].filter(Boolean).join(' · ')}
              text={shown(call.answer)}
              missing={t('developers.requests.noBody')}
            />
          </SideBySide>
          <Fold summary={t('developers.requests.asCurl')}>
            <CopyCode
              block
              text={curlOf(call, new URL('./', window.location.href).href)}
              name={t('developers.requests.command')}
            />
          </Fold>
        </>
      )}
      <Group>
        <Button onClick={onClose}>{t('developers.requests.close')}</Button>
      </Group>
    </Panel>
  );
}
