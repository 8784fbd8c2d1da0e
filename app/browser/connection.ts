/** Firefox and Safari do not have it. */
const { connection } = navigator as Navigator & {
  connection?: { saveData?: boolean; effectiveType?: string };
};

/** The visitor turned on the data saver of the browser. */
export const savesData = (): boolean => connection?.saveData === true;

export const savesDataOrIsSlow = (): boolean => savesData() || /2g|3g/.test(connection?.effectiveType ?? "");
