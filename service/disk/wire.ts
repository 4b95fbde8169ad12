/** Disk space as the control page shows it. Types only; sizes are bytes. */

/** Answer of `GET /control/disk`. */
export interface DiskOverview {
  /** What the data root takes. */
  used: number;
  /** What it may take (`DiskQuota`). */
  quota: number;
  /** What is free on its disk, and how large that is; null where the system does not tell. */
  free: number | null;
  size: number | null;
  /** Largest first. */
  folders: { name: string; files: number; size: number }[];
  /** What it has grown by in a day, on average of the last days; null before there are two days to compare. */
  perDay: number | null;
  /** Days that {@link DiskOverview.perDay} was looked at. */
  days: number;
  /** Days until the disk is full, and until the quota is used up, if it goes on so; null: not to be foreseen. */
  fullIn: number | null;
  quotaIn: number | null;
}
