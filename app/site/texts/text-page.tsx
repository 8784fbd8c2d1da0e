import { data } from "react-router";
import { dayOf, formatDay } from "#domain/system/calendar.ts";
import { inLanguage } from "#domain/content/language.ts";
import { withoutGaps } from "#domain/content/gaps.ts";
import type { TextPage } from "#domain/content/pages.ts";
import type { Picture } from "#domain/content/picture.ts";
import { contentContext, originContext } from "#app/http/context.server.ts";
import { localAddress } from "#app/site/address.ts";
import { breadcrumb } from "#app/site/breadcrumb.ts";
import { ContactList } from "#app/site/contact-list.tsx";
import { useFund } from "#app/site/fund.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { PageNotFound } from "#app/site/page-not-found.tsx";
import { Part } from "#app/site/cached/part.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { useTranslated, TranslatedText } from "#app/site/translated-text.tsx";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { contentsOf, Markdown } from "#app/ui/markdown.tsx";
import { parseMarkdown } from "#domain/content/markdown.ts";
import textStyles from "./text-page.css?inline";
import type { Route } from "./+types/text-page";

export const handle = { styles: textStyles + messageStyles };

/** Serves /privacy and /terms. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname } = new URL(request.url);
  const content = context.get(contentContext);
  const [page, about] = await Promise.all([
    pathname.includes("privacy") ? content.privacy() : content.terms(),
    content.about(),
  ]);
  if (page === null) return data(null, { status: 404 });
  return { page, picture: about?.pictures[0] ?? null, origin: context.get(originContext) };
}

export default function TextPageRoute({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Found {...loaderData} /> : <NotFound />;
}

function Found({ page, picture, origin }: { page: TextPage; picture: Picture | null; origin: string }) {
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const title = useTranslated()(page.title);
  return (
    <article className="text-page wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={title}
        description={t(page.slug === "privacy" ? "pages.privacy.description" : "pages.terms.description", {
          fund,
        })}
        picture={picture}
        data={[
          breadcrumb(origin, [
            { name: t("frame.home"), path: localAddress(language, "/") },
            { name: title, path: localAddress(language, `/${page.slug}`) },
          ]),
        ]}
      />
      <Part>
        <Text page={page} />
      </Part>
    </article>
  );
}

function Text({ page }: { page: TextPage }) {
  const t = useText();
  const language = useLanguage();
  const body = inLanguage(page.body, language);
  const blocks = parseMarkdown(withoutGaps(body.text));
  const day = dayOf(page.updatedAt);
  return (
    <>
      <header className="text-head">
        <TranslatedText as="h1" text={page.title} />
        <p>
          <time dateTime={day}>{t("pages.updated", { date: formatDay(day, language) })}</time>
        </p>
      </header>
      <Contents entries={contentsOf(blocks)} />
      <div className="text-body" lang={body.lang === language ? undefined : body.lang}>
        <Markdown blocks={blocks} localAddress={(path) => localAddress(language, path)} />
      </div>
      <ContactCard />
    </>
  );
}

function Contents({ entries }: { entries: ReturnType<typeof contentsOf> }) {
  const t = useText();
  if (entries.length < 3) return null;
  return (
    <nav className="text-contents" aria-label={t("pages.contents")}>
      <details>
        <summary>{t("pages.contents")}</summary>
        <ol className="plain-list">
          {entries.map(({ id, words }) => (
            <li key={id}>
              <a href={`#${id}`}>{words}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function ContactCard() {
  const t = useText();
  return (
    <section className="text-contact" aria-labelledby="who-answers">
      <h2 id="who-answers">{t("pages.contact")}</h2>
      <p>{t("pages.contactText")}</p>
      <ContactList />
    </section>
  );
}

function NotFound() {
  const t = useText();
  return <PageNotFound ways={[{ path: "/", name: t("notFound.home") }]} />;
}
