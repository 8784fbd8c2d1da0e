/** Long enough for the Advisory Body to meet before the campaign stops taking Zakat. */
export const rulingNoticeDays = 14;
