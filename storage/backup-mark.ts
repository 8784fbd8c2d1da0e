import { sha256 } from "#domain/system/digest.server.ts";

type Maker = {
  installation: string | null;
  /** PostgreSQL's own number of the cluster. A restored copy has another. Null if the server does not say it. */
  cluster: string | null;
  /** Names the folder of an embedded cluster. A copy has the same cluster in another folder. */
  folder: string | null;
  recipient: string;
};

/** Names the site that made a backup. A fund can use one key for several sites, and a copy has the same installation. */
export function backupMark({ installation, cluster, folder, recipient }: Maker): string {
  return sha256([installation ?? "", cluster ?? "", folder ?? "", recipient].join(" "))
    .toString("hex")
    .slice(0, 8);
}
