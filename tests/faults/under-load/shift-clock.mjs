// Loaded first: a machine whose clock is wrong by CLOCK_AHEAD milliseconds.
const ahead = Number(process.env["CLOCK_AHEAD"]);
const RightDate = Date;
globalThis.Date = class extends RightDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RightDate.now() + ahead] : parts));
  }
  static now() {
    return RightDate.now() + ahead;
  }
};
