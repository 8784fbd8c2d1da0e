/**
 * These make databases, roles and connections, so a full run has them on a server that the tests did not start. The
 * other tests send the same SQL to the same version.
 */
export const needExternalServer = [
  ...["database/migrate", "database/installation", "database/web-role", "database/public-role"],
  ...["database/database-errors", "database/changes", "database/seed/", "tests/http/system/external"],
];
