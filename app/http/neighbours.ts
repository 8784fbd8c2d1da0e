import type { Registry } from "prom-client";

/** The limits and figures that all web processes of one machine share. */
export type Neighbours = {
  /** Takes one of the client's live streams, or returns false if all are in use. */
  takePlace(client: string): Promise<boolean>;
  leavePlace(client: string): void;
  /** Adds the figures of this process to those of the machine. */
  shareMetrics(registry: Registry): void;
  /** The figures of all web processes together. Null if they could not be read. */
  allMetrics(): Promise<string | null>;
};
