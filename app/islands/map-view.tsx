import { useState } from "react";

export type MapViewProps = { address: string; title: string; show: string; note: string };

/** Sends no request to the map's host until the visitor asks for the map. */
export function MapView({ address, title, show, note }: MapViewProps) {
  const [shown, setShown] = useState(false);
  if (shown) return <iframe className="map" src={address} title={title} referrerPolicy="no-referrer" />;
  return (
    <span className="map needs-script">
      <button className="button small" type="button" onClick={() => setShown(true)}>
        {show}
      </button>
      <small>{note}</small>
    </span>
  );
}
