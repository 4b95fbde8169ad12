import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ask } from '../../api/ask.ts';
import { goTo } from '../../api/use-place.ts';
import { GateFrame } from '../../app/gate-frame.tsx';
import { usePortalTexts } from '../../app/use-portal-texts.ts';

/** Where the link of a mail leads that ends such mails: asks once more, because programs open links, too. */
export function UnsubscribePage({ token }: { token: string }) {
  const { t } = usePortalTexts();
  const { failure, run } = useAction();
  const [isDone, setDone] = useState(false);
  const end = async () => {
    const path = `/unsubscribe/${encodeURIComponent(token)}`;
    const reply = await run(() => ask(path, { method: 'POST', open: true }));
    if (reply.ok) setDone(true);
  };
  return (
    <GateFrame heading={t('mails.endHeading')}>
      {isDone ? (
        <>
          <Notice tone="good" role="status">
            <p>{t('mails.ended')}</p>
          </Notice>
          <Button variant="filled" onClick={() => goTo('#/')}>
            {t('gate.goOn')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('mails.endText')}</p>
          {failure !== null && <FailureNote failure={{ ...failure, message: t('mails.endFailed') }} />}
          <ActionButton variant="filled" onAction={end}>
            {t('mails.end')}
          </ActionButton>
        </>
      )}
    </GateFrame>
  );
}
