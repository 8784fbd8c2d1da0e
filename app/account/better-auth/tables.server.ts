import type { BetterAuthOptions } from "better-auth";
import { admin } from "better-auth/plugins/admin";
import { twoFactor } from "better-auth/plugins/two-factor";
import { username } from "better-auth/plugins/username";
import { sessionIdleSeconds } from "#domain/accounts/roles.ts";

const signInVersion = {
  type: "number",
  fieldName: "sign_in_version",
  required: false,
  input: false,
} as const;

/** Maps the library's names to our tables. */
export const tables = {
  user: {
    modelName: "users",
    fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
    additionalFields: {
      mustChangePassword: { type: "boolean", fieldName: "must_change_password", input: false },
      hasPasskey: { type: "boolean", fieldName: "has_passkey", input: false },
      signInVersion: { type: "number", fieldName: "sign_in_version", input: false },
    },
  },
  session: {
    modelName: "sessions",
    expiresIn: sessionIdleSeconds,
    updateAge: 60,
    additionalFields: { signInVersion },
    fields: {
      userId: "user_id",
      expiresAt: "expires_at",
      ipAddress: "ip_address",
      userAgent: "user_agent",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
  },
  account: {
    modelName: "credentials",
    fields: {
      userId: "user_id",
      providerId: "provider_id",
      accountId: "account_id",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
  },
  verification: {
    modelName: "verifications",
    storeIdentifier: "hashed",
    additionalFields: { signInVersion },
    fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
  },
  plugins: [
    username({ schema: { user: { fields: { displayUsername: "display_username" } } } }),
    admin({
      defaultRole: "organizer",
      schema: {
        user: { fields: { banReason: "ban_reason", banExpires: "ban_expires" } },
        session: { fields: { impersonatedBy: "impersonated_by" } },
      },
    }),
    twoFactor({
      twoFactorTable: "two_factors",
      // The library compares codes as they are stored. We pass it hashes to store and to compare.
      backupCodeOptions: { storeBackupCodes: "plain", customBackupCodesGenerate: () => [] },
      schema: {
        user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
        twoFactor: {
          fields: {
            userId: "user_id",
            backupCodes: "backup_codes",
            failedVerificationCount: "failed_verification_count",
            lockedUntil: "locked_until",
          },
        },
      },
    }),
  ],
} satisfies BetterAuthOptions;
