/** Billing countries of cards by ISO 3166: the neighbours first, then where the university's alumni live. */
export const countries = [
  ...["TZ", "KE", "UG", "RW", "BI", "CD", "ZM", "MW", "MZ", "KM", "SO", "ET", "SD", "SS", "ZA", "NG", "GH"],
  ...["EG", "MA", "DZ", "TN", "LY", "BW", "NA", "ZW", "MU", "SN", "AE", "SA", "OM", "QA", "KW", "BH", "JO"],
  ...["TR", "IN", "PK", "BD", "LK", "MY", "ID", "SG", "CN", "JP", "KR", "AU", "NZ", "GB", "IE", "DE", "FR"],
  ...["NL", "BE", "IT", "ES", "PT", "CH", "AT", "SE", "NO", "DK", "FI", "PL", "CZ", "HU", "GR", "RU", "UA"],
  ...["US", "CA", "BR", "AR", "MX"],
];
