import { tmpdir } from "node:os";
import { startThrowaway } from "#database/embedded/start.ts";

/** Like the site's own server on a small machine, it starts no workers for a query: in small tables they cost more. */
const settings = ["max_parallel_workers_per_gather=0"];

export const startTestServer = (within = tmpdir()) => startThrowaway({ within, settings });
