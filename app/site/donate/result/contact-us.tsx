import { useText } from "#app/messages/translator.tsx";
import { useSite } from "#app/site/fund.ts";

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
    <p className="contact-us">
      <span>{t("giving.result.contactUs")}</span>
      {phone !== undefined && <a href={`tel:+${digits}`}>{phone}</a>}
      {phone !== undefined && (
        <a href={`https://wa.me/${digits}?text=${encodeURIComponent(about)}`} rel="noreferrer">
          WhatsApp
        </a>
      )}
      {email !== undefined && <a href={`mailto:${email}?subject=${encodeURIComponent(about)}`}>{email}</a>}
    </p>
  );
}
