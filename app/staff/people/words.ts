import type { AccessHindrance } from "#domain/cases/proposal.ts";
import { formatMoment } from "#domain/system/calendar.ts";
import type { Role } from "#domain/accounts/roles.ts";

export const roleWords: Record<Role, string> = { organizer: "Organizer", staff: "Staff", admin: "Admin" };

export const hindranceText = (hindrance: AccessHindrance): string =>
  hindrance.kind === "unconfirmed"
    ? "A second admin must confirm your access before you can change the access of staff and admins."
    : `You are a new admin. You can change the access of staff and admins from ${formatMoment(hindrance.moment, "en")}.`;
