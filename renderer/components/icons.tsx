import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** Go on. */
export function CheckIcon() {
  return (
    <Icon>
      <path d="M5 12.5l4.5 4.5L19 7.5" strokeWidth="3" />
    </Icon>
  );
}

/** Stop. */
export function CrossIcon() {
  return (
    <Icon>
      <path d="M6.5 6.5l11 11M17.5 6.5l-11 11" strokeWidth="3" />
    </Icon>
  );
}

/** Go on, but look. */
export function WarningIcon() {
  return (
    <Icon>
      <path d="M12 3.5L2.5 20.5h19z" />
      <path d="M12 10v4.5M12 17.5v.01" strokeWidth="2.5" />
    </Icon>
  );
}

/** Not known yet. */
export function WaitIcon() {
  return (
    <Icon>
      <circle cx="5" cy="12" r="1.3" fill="currentColor" />
      <circle cx="12" cy="12" r="1.3" fill="currentColor" />
      <circle cx="19" cy="12" r="1.3" fill="currentColor" />
    </Icon>
  );
}

/** A sheet of paper with nothing on it. */
export function EmptyPaperIcon() {
  return (
    <Icon>
      <path d="M6 3.5h12v17l-3-1.8-3 1.8-3-1.8-3 1.8z" strokeWidth="1.5" />
      <path d="M9 8h6M9 12h6" strokeWidth="1.5" />
    </Icon>
  );
}

/** Light appearance. */
export function SunIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
    </Icon>
  );
}

/** Dark appearance. */
export function MoonIcon() {
  return (
    <Icon>
      <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
    </Icon>
  );
}

/** The computer's own appearance. */
export function ComputerIcon() {
  return (
    <Icon>
      <rect x="3" y="4.5" width="18" height="12" rx="1.5" />
      <path d="M9 20h6M12 16.5V20" />
    </Icon>
  );
}
