import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CfgRemark } from '../../../service/setup/wire.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { WHOLE, type CfgForm } from './use-cfg-form.ts';

/** What is said about a form as a whole, and the button that saves it. */
export function FormFoot({
  form,
  submit,
  onReload,
  children,
}: {
  form: CfgForm;
  submit: string;
  /** Loads what somebody else has saved. */
  onReload: () => void;
  /** Other buttons beside. */
  children?: ReactNode;
}) {
  const { t } = useTexts();
  const showTheirs = () => {
    form.giveUp();
    onReload();
  };
  const whole: CfgRemark | null = form.remarkOf(WHOLE);
  return (
    <>
      {form.isDoubtful && (
        <Notice tone="look" role="alert">
          <p>{t('setup.doubtful')}</p>
        </Notice>
      )}
      {form.isOvertaken && (
        <Notice tone="look" role="alert">
          <p>{t('setup.overtaken')}</p>
        </Notice>
      )}
      {whole !== null && (
        <Notice tone="bad" role="alert">
          <p>{t('setup.wrong.fixed')}</p>
          <Text size="sm">{whole.text}</Text>
        </Notice>
      )}
      {form.isOlder ? (
        <Notice tone="bad" role="alert">
          <p>{t('setup.older')}</p>
          <Button mt="xs" onClick={showTheirs}>
            {t('setup.loadAgain')}
          </Button>
        </Notice>
      ) : (
        <FailureNote failure={form.action.failure} />
      )}
      <Group gap="xs">
        <ActionButton type="submit" variant="filled" busy={form.action.busy}>
          {submit}
        </ActionButton>
        {children}
      </Group>
    </>
  );
}
