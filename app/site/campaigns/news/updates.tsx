import type { CampaignUpdate } from "#domain/campaigns/updates.ts";
import { UpdateBody } from "#app/news/update-body.tsx";

type Props = { updates: CampaignUpdate[]; title: string };

export function Updates({ updates, title }: Props) {
  if (updates.length === 0) return null;
  return (
    <section className="updates" aria-labelledby="updates">
      <h2 id="updates">{title}</h2>
      <ol className="plain-list">
        {updates.map((update) => (
          <li key={update.id} id={`update-${update.id}`}>
            <UpdateBody update={update} />
          </li>
        ))}
      </ol>
    </section>
  );
}
