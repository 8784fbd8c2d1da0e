/** Firefox and Safari lack this API. */
const { connection } = navigator as Navigator & {
  connection?: { saveData?: boolean; effectiveType?: string };
};

export const savesData = (): boolean => connection?.saveData === true;

export const savesDataOrIsSlow = (): boolean =>
  connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? "");
