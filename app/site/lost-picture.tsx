/** Shown where a page is missing: a signpost at dusk, under a baobab. */
export function LostPicture() {
  return (
    <svg className="lost-picture" viewBox="0 0 640 300" aria-hidden="true">
      <linearGradient id="lost-sky" x2="0" y2="1">
        <stop stopColor="#0a3b23" />
        <stop offset=".55" stopColor="#3f7f63" />
        <stop offset="1" stopColor="#f0c66c" />
      </linearGradient>
      <path fill="url(#lost-sky)" d="M0 0h640v300H0z" />
      <g fill="#fff8e3">
        <circle cx="88" cy="52" r="2" />
        <circle cx="166" cy="34" r="1.5" />
        <circle cx="300" cy="46" r="2" />
        <circle cx="402" cy="28" r="1.5" />
        <circle cx="590" cy="110" r="1.5" />
        <path d="M538 42a28 28 0 1 0 24 44 24 24 0 0 1-24-44z" />
      </g>
      <path fill="#6f9d7b" d="M0 222l70-58 50 26 70-62 60 50 56-42 74 64 60-48 70 56 60-40 70 54v78H0z" />
      <path fill="#2f7b57" d="M0 238c110-34 220-30 330-8s210 18 310-6v76H0z" />
      <path fill="#0f5a34" d="M0 262c140-22 240-16 340-8s210 4 300-6v52H0z" />
      <path fill="#e7bd66" d="M330 300c-6-20 10-30 4-46h26c4 16 24 26 34 46z" />
      <path
        fill="#3a2a1d"
        d="M118 276c14-44 4-84-6-110-12-30-44-34-62-60 28 12 46 14 58 34-4-40-20-58-18-92 14 28 24 52 32 86 6-36 18-58 40-82-8 36-20 58-18 90 14-20 38-26 64-38-20 30-46 36-56 66-10 34-14 70 8 106z"
      />
      <g fill="#0b6b3a">
        <ellipse cx="52" cy="102" rx="38" ry="18" />
        <ellipse cx="92" cy="52" rx="40" ry="20" />
        <ellipse cx="168" cy="54" rx="42" ry="20" />
        <ellipse cx="216" cy="108" rx="42" ry="18" />
      </g>
      <path fill="#4a3524" d="M438 132h12v142h-12z" />
      <path fill="#fbfaf6" d="M386 138h104l22 17-22 17H386z" />
      <path fill="#f3d38b" d="M506 184H410l-20 16 20 16h96z" />
      <path fill="none" stroke="#0a3b23" strokeWidth="5" strokeLinecap="round" d="M404 155h56M426 200h60" />
      <radialGradient id="lost-light" cx=".82" cy=".2" r=".95">
        <stop stopColor="#ffe3a0" stopOpacity=".9" />
        <stop offset=".35" stopColor="#f0b870" stopOpacity=".4" />
        <stop offset="1" stopColor="#123a4a" stopOpacity=".55" />
      </radialGradient>
      <path className="lost-light" fill="url(#lost-light)" d="M0 0h640v300H0z" />
      <linearGradient id="lost-ground" x2="0" y2="1">
        <stop offset=".5" stopColor="#fff" />
        <stop offset="1" stopColor="#5d7a74" />
      </linearGradient>
      <path className="lost-ground" fill="url(#lost-ground)" d="M0 0h640v300H0z" />
    </svg>
  );
}
