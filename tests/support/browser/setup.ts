import { afterEach } from "vitest";
import { closePages } from "./open.ts";

// A worker loads each module once for many files; only a setup file runs again for each of them.
afterEach(closePages);
