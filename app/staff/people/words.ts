import type { Role } from "#domain/accounts/roles.ts";

export const roleWords: Record<Role, string> = { organizer: "Organizer", staff: "Staff", admin: "Admin" };
