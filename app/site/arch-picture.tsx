/** The picture in the hero's arch if staff chose none: evening over the campus mosque. */
export function ArchPicture() {
  return (
    <svg viewBox="0 0 400 500" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <path fill="#efc673" d="M0 0h400v500H0z" />
      <g fill="#fff3d4">
        <circle cx="200" cy="186" r="172" opacity=".22" />
        <circle cx="200" cy="186" r="118" opacity=".35" />
        <circle cx="200" cy="186" r="70" />
      </g>
      <path fill="#a9bf8b" d="M0 318l54-56 34 22 62-74 44 52 66-60 48 62 40-34 52 60v100H0z" />
      <path fill="#8fae7c" d="M150 210l44 52 66-60 48 62 40-34 52 60v60l-76-46-36 30-36-62-38 50-34-24z" />
      <path fill="#4f9a70" d="M0 338c60-38 120-30 190-4s140-26 210-6v172H0z" />
      <path fill="#1d7a4a" d="M0 384c80-30 150-24 220-4s130-22 180-12v132H0z" />
      <g fill="none" stroke="#0b6b3a" strokeWidth="3" strokeLinecap="round">
        <path d="M92 132q8-9 15 0 7-9 15 0M132 106q6-7 12 0 6-7 12 0M284 118q7-8 13 0 7-8 13 0" />
      </g>
      <path
        fill="none"
        stroke="#0a3b23"
        strokeWidth="6"
        strokeLinecap="round"
        d="M84 470q6-60-4-118M80 352q-14-22-38-12M80 352q-22-4-34 20M80 352q0-24 24-32M80 352q22-12 40 6M80 352q18 4 22 28M318 470q-4-50 6-96M324 374q-16-20-36-6M324 374q-18 2-24 22M324 374q-2-22 18-30M324 374q20-12 36 6M324 374q16 6 18 24"
      />
      <path
        fill="#0a3b23"
        d="M0 452q200-24 400 0v48H0zM120 470v-82h160v82zM76 470v-54h248v54zM142 390v-24h116v24zM140 366c-10-54 40-60 60-104 20 44 70 50 60 104zM84 416c-2-22 16-26 22-42 6 16 24 20 22 42zM272 416c-2-22 16-26 22-42 6 16 24 20 22 42zM32 470V258h22v212zM26 304h34v8H26zM27 258h32v-8H27zM33 250v-22l10-30 10 30v22zM346 470V258h22v212zM340 304h34v8h-34zM341 258h32v-8h-32zM347 250v-22l10-30 10 30v22z"
      />
      <path
        fill="#0b6b3a"
        d="M140 366c-10-54 40-60 60-104-14 46-36 56-32 104zM84 416c-2-22 16-26 22-42-6 20-12 24-10 42zM272 416c-2-22 16-26 22-42-6 20-12 24-10 42zM32 312h7v137h-7zM346 312h7v137h-7zM120 388h160v5H120z"
      />
      <path
        fill="#e7bd66"
        d="M198 264v-30h4v30zM42 200v-16h2v16zM356 200v-16h2v16zM180 470v-28c0-16 14-20 20-30 6 10 20 14 20 30v28zM132 448v-24q0-9 8-14 8 5 8 14v24zM156 448v-24q0-9 8-14 8 5 8 14v24zM228 448v-24q0-9 8-14 8 5 8 14v24zM252 448v-24q0-9 8-14 8 5 8 14v24zM90 456v-16l6-7 6 7v16zM298 456v-16l6-7 6 7v16zM158 384v-8h6v8zM178 384v-8h6v8zM197 384v-8h6v8zM216 384v-8h6v8zM236 384v-8h6v8zM40 286v-12l3-4 3 4v12zM354 286v-12l3-4 3 4v12zM180 470h40l44 30H136z"
      />
      <path fill="#c9973f" d="M200 412c6 10 20 14 20 30v28h-20zM200 470h20l44 30h-64z" />
      <circle cx="200" cy="230" r="6" fill="#e7bd66" />
    </svg>
  );
}
