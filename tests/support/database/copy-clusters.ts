import { copyClusters } from "./copied-clusters.ts";

// A setup file runs for each test file, and at the start of a program.
copyClusters();
