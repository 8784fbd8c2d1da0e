import type { Role } from "#domain/account.ts";

export const roleWords: Record<Role, string> = { organizer: "Organizer", staff: "Staff", admin: "Admin" };
