import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { useConnected } from './connected.ts';
import { isFocusLost, keepFocus } from './focus.ts';

/** A button that asks the service to do something: shows that it is under way, and rests while the service is away. */
export function DeedButton({
  onDeed,
  busy = false,
  blocked = false,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'onClick'> & { onDeed?: () => Promise<unknown> }) {
  const connected = useConnected();
  const [running, setRunning] = useState(false);
  const act = async () => {
    if (onDeed === undefined) return;
    const giveBack = keepFocus();
    setRunning(true);
    await onDeed();
    setRunning(false);
    // After the next drawing, as the button may be gone with what it changed.
    requestAnimationFrame(() => {
      if (isFocusLost()) giveBack();
    });
  };
  return (
    <Button {...rest} busy={busy || running} blocked={blocked || !connected} onClick={() => void act()} />
  );
}
