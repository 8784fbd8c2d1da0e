import { data, redirect } from "react-router";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { dayOf } from "#domain/calendar.ts";
import { giving, isCampaignId } from "#domain/campaign.ts";
import { isExternalId } from "#domain/donation.ts";
import { findCampaign } from "#database/campaigns.ts";
import { findGift } from "#database/gifts.ts";
import { readSettings } from "#database/settings.ts";
import {
  clientContext,
  collectingContext,
  configContext,
  everything,
  keepingContext,
  originContext,
  publicReads,
} from "#app/http/context.server.ts";
import { readForm, type Entered, type FormErrors } from "#app/http/form.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { WhyClosed } from "#app/site/campaigns/why-closed.tsx";
import { NoCampaign } from "#app/site/campaigns/no-campaign.tsx";
import { useFund } from "#app/site/fund.ts";
import { messageStyles } from "#app/site/message-page.tsx";
import { PageHead } from "#app/site/page-head.tsx";
import { useWritten } from "#app/site/written.tsx";
import formStyles from "#app/ui/form.css?inline";
import { beginGift } from "./begin-gift.server.ts";
import { Check, type Checking } from "./check.tsx";
import { GiftForm } from "./gift-form.tsx";
import { giftCampaign, longestEntry } from "./gift-form-fields.ts";
import { isOwn, rememberGift } from "./own-gifts.server.ts";
import { prefilled, prefilledFrom } from "./prefilled.ts";
import { readCardHolder, readGift } from "./read-gift.server.ts";
import giftStyles from "./gift-form.css?inline";
import donateStyles from "./donate.css?inline";
import payStyles from "./pay.css?inline";
import type { Route } from "./+types/donate";

export const handle = {
  policy: "everybody",
  styles: formStyles + giftStyles + donateStyles + payStyles + messageStyles,
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url);
  const keeping = context.get(keepingContext);
  keeping.subjects.add(`campaign:${params.id}`);
  keeping.never ||= search !== "";
  const campaign = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (campaign === null) return data(null, { status: 404 });

  const retry = searchParams.get("retry") ?? "";
  const failed = isExternalId(retry) ? await findGift(context.get(everything), retry) : null;
  const own = failed !== null && isOwn(failed, request.headers.get("Cookie"), null);
  const entered = own ? prefilledFrom(failed) : prefilled(searchParams, campaign.goal.currency);
  return {
    campaign,
    entered,
    today: dayOf(new Date()),
    thisYear: new Date().getFullYear(),
    origin: context.get(originContext),
  };
}

type Screen =
  { screen: "form"; entered: Entered; errors: FormErrors } | ({ screen: "check" } & Checking) | null;

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const found = isCampaignId(params.id) ? await findCampaign(context.get(publicReads), params.id) : null;
  if (found === null) return data<Screen>(null, { status: 404 });
  const campaign = giftCampaign(found);
  const now = new Date();

  const entered = await readEntered(request);
  const showForm = (errors: FormErrors, status: number) =>
    data<Screen>({ screen: "form", entered, errors }, { status });
  if (entered["step"] === "change") return showForm([], 200);
  const read = readGift(entered, { campaign, t, language, thisYear: now.getFullYear() });
  if (!read.ok) return showForm(read.errors, 400);

  const filled = read.value;
  const check = (errors: FormErrors, status: number, key: string) =>
    data<Screen>({ screen: "check", filled, entered, errors, key }, { status });
  const key = entered["key"] ?? "";
  if (entered["step"] !== "pay" || !isKey(key)) return check([], 200, randomUUID());

  const card = filled.way.method === "card" ? readCardHolder(entered, filled.donor, t) : null;
  if (card !== null && !card.ok) return check(card.errors, 400, key);

  const { azampay, selcom } = context.get(collectingContext);
  const settings = await readSettings(context.get(publicReads));
  const origin = context.get(originContext);
  const begun = await beginGift(
    {
      campaignId: campaign.id,
      filled,
      cardHolder: card?.value ?? null,
      retryOf: isExternalId(entered["retry"] ?? "") ? (entered["retry"] ?? null) : null,
      entered,
      key,
    },
    {
      db: context.get(everything),
      providers: { azampay, selcom },
      origin,
      client: context.get(clientContext),
      fundEmail: settings.contact.emails[0] ?? `gifts@${new URL(origin).hostname}`,
      now,
      language,
      t,
    },
  );
  if (begun.kind === "not-begun")
    return check([{ field: "gift", message: begun.message }], begun.status, randomUUID());
  const headers = new Headers();
  if (begun.gift !== null) {
    const secure = context.get(configContext).publicUrl?.startsWith("https:") ?? false;
    headers.append("Set-Cookie", rememberGift(request.headers.get("Cookie"), begun.gift, secure));
  }
  return redirect(begun.to, { status: 303, headers });
}

async function readEntered(request: Request): Promise<Entered> {
  const { entered } = await readForm(request, z.record(z.string(), z.string()));
  return Object.fromEntries(
    Object.entries(entered)
      .filter(([name]) => /^\w{1,20}$/.test(name))
      .map(([name, value]) => [name, value.slice(0, longestEntry)]),
  );
}

const isKey = (text: string) => /^[\w-]{20,60}$/.test(text);

export default function DonatePage({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData ? <Donate found={loaderData} screen={actionData ?? null} /> : <NoCampaign />;
}

type Found = Exclude<Route.ComponentProps["loaderData"], null>;

function Donate({ found, screen }: { found: Found; screen: Screen }) {
  const t = useText();
  const language = useLanguage();
  const written = useWritten();
  const fund = useFund();
  const { campaign, today, thisYear, origin } = found;
  const name = written(campaign.title);
  const heading =
    screen?.screen === "check" ? t("giving.check.title") : t("giving.pageTitle", { campaign: name });
  const hasErrors = screen !== null && screen.errors.length > 0;
  const title = hasErrors ? t("giving.errorTitle", { title: heading }) : heading;
  const open = giving(campaign, today) === "open";
  return (
    <div className="donate wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={title}
        description={t("giving.description", { campaign: name })}
        hidden
      />
      <p>
        <a href={localAddress(language, `/campaigns/${campaign.id}`)}>{t("giving.back")}</a>
      </p>
      <h1>{heading}</h1>
      {screen?.screen === "check" ? (
        <>
          <p className="lead">{t("giving.check.text")}</p>
          <div className="panel">
            <Check
              campaign={campaign}
              filled={screen.filled}
              entered={screen.entered}
              errors={screen.errors}
              press={screen.key}
            />
          </div>
        </>
      ) : open ? (
        <div className="panel">
          <GiftForm
            campaign={giftCampaign(campaign)}
            entered={screen?.entered ?? found.entered}
            errors={screen?.errors ?? []}
            thisYear={thisYear}
          />
        </div>
      ) : (
        <WhyClosed campaign={campaign} today={today} />
      )}
    </div>
  );
}
