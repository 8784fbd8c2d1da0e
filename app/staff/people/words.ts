import type { AccessHindrance } from "#domain/cases/proposal.ts";
import { formatMoment } from "#domain/system/calendar.ts";
import type { Role } from "#domain/accounts/roles.ts";

export const roleWords: Record<Role, string> = { organizer: "Organizer", staff: "Staff", admin: "Admin" };

export const hindranceText = (
  hindrance: AccessHindrance,
  action = "change the access of staff and admins",
): string =>
  hindrance.kind === "unconfirmed"
    ? `A second admin must confirm your access before you can ${action}.`
    : `Your access is less than 72 hours old. You can ${action} from ${formatMoment(hindrance.moment, "en")}.`;
