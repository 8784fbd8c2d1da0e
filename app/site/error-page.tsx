import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { languageOf, localAddress } from "./address.ts";

export const errorWords = {
  en: {
    title: "Something went wrong on our side",
    text: "The page could not be made. No money was taken by this page. Please try again in a moment.",
    paying:
      "If you had pressed Pay, we do not know yet what became of it. Do not pay again: load this page once more in a minute, and it shows where your payment stands.",
    home: "Return to Home",
    dashboard: "Back to Dashboard",
    list: "Error loading campaigns",
    listText: "An error occurred while loading campaigns",
    unusable: "This address cannot be used that way",
    unusableText: "Nothing was changed. Please go back and use the page's own buttons.",
    closed: "This page is not for your account",
    closedText:
      "You are signed in, but your role does not open this page. Ask an admin of the fund if it should.",
  },
  sw: {
    title: "Hitilafu imetokea upande wetu",
    text: "Ukurasa umeshindwa kufunguka. Hakuna pesa iliyochukuliwa na ukurasa huu. Tafadhali jaribu tena baada ya muda mfupi.",
    paying:
      "Kama ulikuwa umebonyeza Lipa, bado hatujui matokeo yake. Usilipe tena: pakia ukurasa huu tena baada ya dakika moja, nao utaonyesha malipo yako yalipofikia.",
    home: "Rudi Mwanzo",
    dashboard: "Rudi kwenye dashibodi",
    list: "Imeshindikana kupakia kampeni",
    listText: "Hitilafu imetokea wakati wa kupakia kampeni",
    unusable: "Anwani hii haitumiki hivyo",
    unusableText: "Hakuna kilichobadilishwa. Tafadhali rudi nyuma utumie vitufe vya ukurasa wenyewe.",
    closed: "Ukurasa huu si wa akaunti yako",
    closedText:
      "Umeingia, lakini akaunti yako haina ruhusa ya kufungua ukurasa huu. Muulize msimamizi wa mfuko kama inapaswa kuwa nayo.",
  },
};

/** Stands alone: it must work when the database, and with it the site's frame, does not. */
export function ErrorPage() {
  const { pathname } = useLocation();
  const language = languageOf(pathname);
  const said = errorWords[language];
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const [title, text] =
    status === 403
      ? [said.closed, said.closedText]
      : status === 405
        ? [said.unusable, said.unusableText]
        : pathname === localAddress(language, "/campaigns")
          ? [said.list, said.listText]
          : [said.title, isPaying(pathname) ? said.paying : said.text];
  return (
    <main className="message-page wrap">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <p className="message-actions">
        {status === 403 && (
          <a className="button" href="/dashboard">
            {said.dashboard}
          </a>
        )}
        <a className={status === 403 ? "button quiet" : "button"} href={localAddress(language, "/")}>
          {said.home}
        </a>
      </p>
    </main>
  );
}

/** Where it would be a lie that no money was taken. */
const isPaying = (path: string) =>
  /\/(?:donate|mobile|again|payment-processing|payment-response|selcom-webhook|donations)(?:\/|$)/.test(path);
