/** Global Privacy Control or Do Not Track, which we honour as a refusal of analytics. */
export const refusesCounting = (): boolean =>
  navigator.doNotTrack === "1" || ("globalPrivacyControl" in navigator && !!navigator.globalPrivacyControl);
