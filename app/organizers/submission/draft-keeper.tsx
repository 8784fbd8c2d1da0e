export type DraftKeeperProps = {
  address: string;
  saved: string;
  failed: string;
  left: { left: string; over: string };
  /** The sum of the lines beside the goal. */
  planned: string;
};

/** The island writes into it. Without script it stays empty. */
export function DraftKeeper({ address }: DraftKeeperProps) {
  return <span className="submission-saved" role="status" data-address={address} />;
}
