import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "./address.ts";
import { MessagePage } from "./message-page.tsx";

export function PageNotFound({ ways }: { ways: { path: string; name: string }[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <MessagePage title={t("notFound.title")} text={t("notFound.text")} code="404">
      {ways.map(({ path, name }, at) => (
        <a key={path} className={at === 0 ? "button" : "button quiet"} href={localAddress(language, path)}>
          {name}
        </a>
      ))}
    </MessagePage>
  );
}
