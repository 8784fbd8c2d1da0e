import { Island } from "#app/islands/island.tsx";
import { useText } from "#app/messages/translator.tsx";
import { CopyLink } from "./copy-link.tsx";

/** A campaign's address with a button that copies it. */
export function CopyLinkField({ address, label }: { address: string; label: string }) {
  const t = useText();
  const texts = {
    button: t("campaign.copyLink"),
    copied: t("campaign.linkCopied"),
    failed: t("campaign.copyFailed"),
    failedText: t("campaign.copyFailedText"),
  };
  return <Island name="copy-link" of={CopyLink} props={{ address, label, ...texts }} />;
}
