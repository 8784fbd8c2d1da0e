import type { ReactNode } from "react";
import { useText } from "#app/messages/translator.tsx";
import { useSite } from "#app/site/fund.ts";
import { LineIcon } from "#app/ui/line-icon.tsx";

/** For donors with a problem: the ways to reach the fund, each with the reference already in the message. */
export function ContactUs({ reference }: { reference: string | null }) {
  const t = useText();
  const { phones, emails } = useSite().settings.contact;
  const [phone] = phones;
  const [email] = emails;
  const about = reference === null ? "" : t("giving.result.contactAbout", { reference });
  const digits = phone?.replaceAll(/\D/g, "") ?? "";
  if (phone === undefined && email === undefined) return null;
  return (
    <section className="contact-us" aria-labelledby="contact-us">
      <h2 id="contact-us">{t("giving.result.contactUs")}</h2>
      <ul className="plain-list">
        {phone !== undefined && (
          <>
            <Way to={`tel:+${digits}`} label={t("giving.result.call")} detail={phone}>
              <path d="M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z" />
            </Way>
            <Way
              to={`https://wa.me/${digits}?text=${encodeURIComponent(about)}`}
              label="WhatsApp"
              detail={phone}
            >
              <path d="M4 20l1.4-4.2A8 8 0 1 1 8.5 19ZM9 9c0 3 3 6 6 6" />
            </Way>
          </>
        )}
        {email !== undefined && (
          <Way
            to={`mailto:${email}?subject=${encodeURIComponent(about)}`}
            label={t("giving.result.write")}
            detail={email}
          >
            <path d="M3 6h18v12H3zM3 7l9 6 9-6" />
          </Way>
        )}
      </ul>
    </section>
  );
}

type WayProps = { to: string; label: string; detail: string; children: ReactNode };

function Way({ to, label, detail, children }: WayProps) {
  return (
    <li>
      <a href={to} rel={to.startsWith("https:") ? "noreferrer" : undefined}>
        <LineIcon size={20}>{children}</LineIcon>
        {label}
        <small>{detail}</small>
      </a>
    </li>
  );
}
