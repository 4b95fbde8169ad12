import { Progress, Text } from '@mantine/core';

/** How far something is. */
export function ProgressLine({
  label,
  done,
  total,
  isAnnounced = false,
  children,
}: {
  label: string;
  done: number;
  /** 0 while it is not known. */
  total: number;
  /** Told by screen readers whenever it changes. */
  isAnnounced?: boolean;
  /** The same in words. */
  children: string;
}) {
  const isUnknown = total === 0;
  const value = Math.min(done, total);
  return (
    <div role={isAnnounced ? 'status' : undefined}>
      <Progress.Root size="0.625rem">
        <Progress.Section
          color="var(--tm-progress)"
          value={isUnknown ? 100 : (value / total) * 100}
          animated={isUnknown}
          withAria={false}
          role="progressbar"
          aria-label={label}
          {...(!isUnknown && { 'aria-valuenow': value, 'aria-valuemin': 0, 'aria-valuemax': total })}
        />
      </Progress.Root>
      <Text c="dimmed" mt="0.375rem">
        {children}
      </Text>
    </div>
  );
}
