import { afterEach } from "vitest";
import { closePages } from "./open.ts";

// Modules load once for each worker, but setup files run for each test file.
afterEach(closePages);
