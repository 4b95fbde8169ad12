import type { Failure } from '../api/request.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { failureText } from './failure-text.ts';
import { Notice } from './notice.tsx';

/** Why something was not done, or did not come. Nothing when all is well. */
export function FailureNote({ failure }: { failure: Failure | null }) {
  const { t } = useTexts();
  if (failure === null) return null;
  return (
    <Notice tone="bad" role="alert">
      <p>{failure.message ?? t(`fiscal.failure.${failureText(failure)}`, { status: failure.http })}</p>
      {failure.details.length > 0 && (
        <details>
          <summary>{t('fiscal.failure.details')}</summary>
          {failure.details.map((detail, index) => (
            <p key={index}>{detail}</p>
          ))}
        </details>
      )}
    </Notice>
  );
}
