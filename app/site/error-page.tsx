import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import styles from "./error-page.css?inline";
import { languageOf, localAddress } from "./address.ts";

export const errorStyles = styles;

export const errorWords = {
  en: {
    title: "Something went wrong on our side",
    text: "Sorry, we could not load this page. Opening this page did not charge you. Please try again in a moment.",
    paying:
      "If you pressed Pay, we do not know the result yet. Do not pay again. Reload this page in a minute to see the status of your payment.",
    again: "Try again",
    reload: "Reload this page",
    home: "Return to Home",
    dashboard: "Back to Dashboard",
    list: "Error loading campaigns",
    listText: "An error occurred while loading campaigns",
    unusable: "This action is not available",
    unusableText: "Nothing was changed. Go back and use the buttons on the page.",
    tooLarge: "This is too large to send",
    tooLargeText:
      "Nothing was saved. Go back to the form, shorten the text, and send it again. Send large pictures one at a time.",
    missing: "Page Not Found",
    missingText: "This page does not exist, or it belongs to another account.",
    closed: "You cannot view this page",
    closedText: "Your account does not have access to this page. If you need it, ask an admin of the fund.",
  },
  sw: {
    title: "Hitilafu imetokea upande wetu",
    text: "Samahani, ukurasa umeshindwa kufunguka. Hujakatwa pesa kwa kufungua ukurasa huu. Tafadhali jaribu tena baada ya muda mfupi.",
    paying:
      "Kama ulibonyeza Lipa, bado hatujui matokeo yake. Usilipe tena. Fungua upya ukurasa huu baada ya dakika moja, nao utaonyesha hali ya malipo yako.",
    again: "Jaribu tena",
    reload: "Fungua upya ukurasa huu",
    home: "Rudi Mwanzo",
    dashboard: "Rudi kwenye dashibodi",
    list: "Imeshindikana kupakia kampeni",
    listText: "Hitilafu imetokea wakati wa kupakia kampeni",
    unusable: "Kitendo hiki hakiwezekani",
    unusableText: "Hakuna kilichobadilishwa. Tafadhali rudi nyuma, kisha tumia vitufe vya ukurasa.",
    tooLarge: "Ulichotuma ni kikubwa mno",
    tooLargeText:
      "Hakuna kilichohifadhiwa. Rudi kwenye fomu, fupisha maandishi, kisha tuma tena. Picha kubwa zitume moja moja.",
    missing: "Ukurasa Haukupatikana",
    missingText: "Ukurasa huu haupo, au ni wa akaunti nyingine.",
    closed: "Huna ruhusa ya kuona ukurasa huu",
    closedText:
      "Akaunti yako haina ruhusa ya kufungua ukurasa huu. Kama unauhitaji, wasiliana na msimamizi wa mfuko.",
  },
};

/** Uses no loader data: it must work without the database, and so without the site's frame. */
export function ErrorPage() {
  const { pathname, search } = useLocation();
  const language = languageOf(pathname);
  const errorText = errorWords[language];
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const [title, text] =
    status === 403
      ? [errorText.closed, errorText.closedText]
      : status === 404
        ? [errorText.missing, errorText.missingText]
        : status === 405
          ? [errorText.unusable, errorText.unusableText]
          : status === 413
            ? [errorText.tooLarge, errorText.tooLargeText]
            : pathname === localAddress(language, "/campaigns")
              ? [errorText.list, errorText.listText]
              : [errorText.title, isPaying(pathname) ? errorText.paying : errorText.text];
  return (
    <main className="message-page bare wrap">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <a className="message-mark" href={localAddress(language, "/")} aria-label={errorText.home}>
        <img src="/favicon.svg" alt="" width="56" height="56" />
      </a>
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <p className="message-actions">
        {status === 403 && (
          <a className="button" href="/dashboard">
            {errorText.dashboard}
          </a>
        )}
        {status >= 500 && (
          <a className="button" href={pathname + search}>
            {isPaying(pathname) ? errorText.reload : errorText.again}
          </a>
        )}
        <a
          className={status === 403 || status >= 500 ? "button quiet" : "button"}
          href={localAddress(language, "/")}
        >
          {errorText.home}
        </a>
      </p>
    </main>
  );
}

/** On these pages it would be wrong to say that the donor was not charged. The form only leads to its check page. */
const isPaying = (path: string) =>
  /\/(?:donate\/[^/]+|mobile|again|payment-processing|payment-response|selcom-webhook|donations)(?:\/|$)/.test(
    path,
  );
