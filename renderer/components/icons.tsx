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

/** For your information. */
export function InfoIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.5v.01" strokeWidth="2.5" />
    </Icon>
  );
}

/** Waits for its turn. */
export function ClockIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5.5l3.5 2" />
    </Icon>
  );
}

/** Closed for good. */
export function LockIcon() {
  return (
    <Icon>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </Icon>
  );
}

/** Copy to the clipboard. */
export function CopyIcon() {
  return (
    <Icon>
      <rect x="8.5" y="8.5" width="12" height="12" rx="2" />
      <path d="M15.5 5v-.5a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2H6" />
    </Icon>
  );
}

/** A file. */
export function FileIcon() {
  return (
    <Icon>
      <path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8z" />
      <path d="M14 3v5h5" />
    </Icon>
  );
}

/** Save to this device. */
export function DownloadIcon() {
  return (
    <Icon>
      <path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />
    </Icon>
  );
}

/** More inside. */
export function ChevronIcon() {
  return (
    <Icon>
      <path d="M9 6l6 6-6 6" />
    </Icon>
  );
}

/** Readable. */
export function EyeIcon() {
  return (
    <Icon>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
    </Icon>
  );
}

/** Unreadable. */
export function HiddenIcon() {
  return (
    <Icon>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <path d="M4 20L20 4" />
    </Icon>
  );
}

/** Somebody. */
export function UserIcon() {
  return (
    <Icon>
      <circle cx="12" cy="8" r="3.75" />
      <path d="M4.75 20c.6-4 3.4-6 7.25-6s6.65 2 7.25 6" />
    </Icon>
  );
}

/** Something that somebody should know. */
export function BellIcon() {
  return (
    <Icon>
      <path d="M6 16.5v-6a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 20.5h4" />
    </Icon>
  );
}

/** A list of things inside each other. */
export function ListIcon() {
  return (
    <Icon>
      <path d="M4 6h16M8 12h12M12 18h8" />
    </Icon>
  );
}

/** An organization: several houses. */
export function OrganizationIcon() {
  return (
    <Icon>
      <path d="M4 20V8l6-4v16M10 20h10V10h-10M4 20h16M13.5 13.5h3M13.5 16.750h3" />
    </Icon>
  );
}

/** A company: one house. */
export function CompanyIcon() {
  return (
    <Icon>
      <path d="M4 20h16M6 20V9l6-5 6 5v11M10 20v-5h4v5" />
    </Icon>
  );
}

/** A place where things are sold. */
export function LocationIcon() {
  return (
    <Icon>
      <path d="M12 21c4-4.5 6-7.75 6-10.5a6 6 0 0 0-12 0C6 13.25 8 16.5 12 21z" />
      <circle cx="12" cy="10.5" r="2" />
    </Icon>
  );
}

/** A register. */
export function RegisterIcon() {
  return (
    <Icon>
      <path d="M6 11h12l2 9H4zM8 11V5h8v6M10.5 8h3M8.5 15h7" />
    </Icon>
  );
}
