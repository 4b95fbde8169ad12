import { Stack } from '@mantine/core';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { goTo } from '../api/use-place.ts';
import { hasUnsaved } from '../forms/unsaved.ts';
import { usePortalTexts } from './use-portal-texts.ts';

/** Asks before a link leads away from something that was typed and not saved. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const { t } = usePortalTexts();
  const [wanted, setWanted] = useState<string | null>(null);
  const guard = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const href = link?.getAttribute('href') ?? null;
    // In another tab nothing is lost here.
    if (href === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (href === window.location.hash || !hasUnsaved()) return;
    event.preventDefault();
    setWanted(href);
  };
  return (
    <Stack gap="lg" maw="110rem" mx="auto" p="lg" onClickCapture={guard}>
      {children}
      {wanted !== null && (
        <Dialog
          heading={t('form.leave')}
          submit={t('form.leaveDo')}
          color="red"
          onSubmit={() => {
            setWanted(null);
            goTo(wanted);
          }}
          onClose={() => setWanted(null)}
        >
          <p>{t('form.leaveText')}</p>
        </Dialog>
      )}
    </Stack>
  );
}
