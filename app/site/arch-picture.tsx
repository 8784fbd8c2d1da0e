/** The picture in the hero if staff chose none: morning over the campus mosque, below the Uluguru mountains. */
export function ArchPicture() {
  return (
    <svg viewBox="-200 0 800 540" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <Light />
      <Mountains />
      <Campus />
      <Baobab />
      <Jacaranda />
      <Mosque />
      <Students />
    </svg>
  );
}

function Light() {
  return (
    <>
      <linearGradient id="arch-sky" x2="0" y2="1">
        <stop stopColor="#e9a94f" />
        <stop offset=".45" stopColor="#f6d493" />
        <stop offset=".8" stopColor="#fdf0cf" />
      </linearGradient>
      <radialGradient id="arch-sun">
        <stop offset=".3" stopColor="#fff8e3" />
        <stop offset=".42" stopColor="#fff0c6" stopOpacity=".75" />
        <stop offset="1" stopColor="#fff0c6" stopOpacity="0" />
      </radialGradient>
      <linearGradient id="arch-haze" x2="0" y2="1">
        <stop stopColor="#fdf0cf" stopOpacity="0" />
        <stop offset="1" stopColor="#fdf0cf" stopOpacity=".6" />
      </linearGradient>
      <linearGradient id="arch-shade" x2="0" y2="1">
        <stop stopColor="#1d7a4a" />
        <stop offset="1" stopColor="#0a3b23" />
      </linearGradient>
      <path fill="url(#arch-sky)" d="M-200 0h800v540h-800z" />
      <circle cx="200" cy="216" r="190" fill="url(#arch-sun)" />
      <path
        fill="none"
        stroke="#7a5a1e"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M70 138q8-9 15 0 7-9 15 0M112 108q6-7 12 0 6-7 12 0M292 122q7-8 13 0 7-8 13 0M-96 120q7-8 13 0 7-8 13 0"
      />
    </>
  );
}

function Mountains() {
  return (
    <>
      <path
        fill="#b7c39a"
        d="M-200 330l60-74 40 26 58-62 44 40 60-66 48 50 52-44 62 70 46-54 60 62 50-48 62 52 60-36 98 60v120h-800z"
      />
      <path
        fill="#8db08a"
        d="M-200 372c60-40 110-66 170-44 50-34 90-30 130-6 60-36 110-30 160 2 60-38 120-26 170-4 60-20 120-10 170 22v90h-800z"
      />
      <path fill="url(#arch-haze)" d="M-200 270h800v140h-800z" />
      <path
        fill="#4f9a70"
        d="M-200 410c90-40 170-30 250-14 80-18 150-20 230-2 110-26 210-22 320 6v140h-800z"
      />
      <path fill="url(#arch-shade)" d="M-200 440c120-26 240-22 400-14 160-10 280-8 400 12v102h-800z" />
    </>
  );
}

/** Two low halls with roofs of corrugated iron. */
function Campus() {
  return (
    <>
      <path fill="#f4ead0" d="M-92 402H20v56H-92zM380 402h112v56H380z" />
      <path fill="#dccda6" d="M-8 402h28v56H-8zM464 402h28v56h-28z" />
      <path fill="#a8552f" d="M-104 404l22-28h90l24 28zM368 404l22-28h90l24 28z" />
      <path
        fill="none"
        stroke="#7f3c1f"
        strokeWidth="2"
        d="M-70 376l-10 28M-54 376l-6 28M-38 376v28M-22 376l6 28M-6 376l12 28M402 376l-10 28M418 376l-6 28M434 376v28M450 376l6 28M466 376l12 28"
      />
      <path
        fill="#2d6d6a"
        d="M-80 416h14v18h-14zM-54 416h14v18h-14zM-28 416h14v18h-14zM392 416h14v18h-14zM418 416h14v18h-14zM444 416h14v18h-14z"
      />
    </>
  );
}

function Baobab() {
  return (
    <>
      <path
        fill="#6b4f35"
        d="M-166 470c10-40 2-76-4-98-8-24-28-26-40-44 20 8 34 10 42 24-2-26-14-40-12-62 10 18 18 34 24 58 4-24 12-40 28-56-6 24-14 40-12 62 10-14 26-18 44-26-14 20-32 26-38 46-6 24-10 60 6 96z"
      />
      <path fill="#4a3524" d="M-140 372c-6 30-4 66 10 98h-16c-6-34-6-66 6-98z" />
      <g fill="#0b6b3a">
        <ellipse cx="-204" cy="322" rx="26" ry="13" />
        <ellipse cx="-178" cy="286" rx="24" ry="13" />
        <ellipse cx="-122" cy="288" rx="28" ry="14" />
        <ellipse cx="-90" cy="324" rx="28" ry="13" />
      </g>
      <path fill="#3c9a63" d="M-196 282q18-14 34 0zM-144 284q22-16 40 0zM-112 320q22-14 40 0z" />
    </>
  );
}

function Jacaranda() {
  return (
    <>
      <path
        fill="none"
        stroke="#4a3524"
        strokeWidth="10"
        strokeLinecap="round"
        d="M546 472c4-44-6-70 0-104M546 400c-16-22-34-28-50-46M546 390c16-22 34-30 52-44"
      />
      <g fill="#8a78bd">
        <ellipse cx="500" cy="350" rx="44" ry="26" />
        <ellipse cx="548" cy="320" rx="52" ry="34" />
        <ellipse cx="594" cy="346" rx="44" ry="28" />
        <ellipse cx="546" cy="360" rx="48" ry="22" />
      </g>
      <g fill="#b4a5dd">
        <ellipse cx="536" cy="306" rx="34" ry="16" />
        <ellipse cx="490" cy="340" rx="26" ry="12" />
        <ellipse cx="588" cy="334" rx="26" ry="12" />
      </g>
      <path fill="#8a78bd" d="M506 474q10-5 20 0zM552 478q14-6 28 0zM486 482q8-4 16 0z" />
    </>
  );
}

function Mosque() {
  return (
    <>
      <path
        fill="none"
        stroke="#0a3b23"
        strokeWidth="6"
        strokeLinecap="round"
        d="M84 470q6-60-4-118M80 352q-14-22-38-12M80 352q-22-4-34 20M80 352q0-24 24-32M80 352q22-12 40 6M80 352q18 4 22 28M318 470q-4-50 6-96M324 374q-16-20-36-6M324 374q-18 2-24 22M324 374q-2-22 18-30M324 374q20-12 36 6M324 374q16 6 18 24"
      />
      <path
        fill="#0a3b23"
        d="M120 472v-84h160v84zM76 472v-56h248v56zM142 390v-24h116v24zM140 366c-10-54 40-60 60-104 20 44 70 50 60 104zM84 416c-2-22 16-26 22-42 6 16 24 20 22 42zM272 416c-2-22 16-26 22-42 6 16 24 20 22 42zM32 472V258h22v214zM26 304h34v8H26zM27 258h32v-8H27zM33 250v-22l10-30 10 30v22zM346 472V258h22v214zM340 304h34v8h-34zM341 258h32v-8h-32zM347 250v-22l10-30 10 30v22z"
      />
      <path
        fill="#0f7a45"
        d="M140 366c-10-54 40-60 60-104-14 46-36 56-32 104zM84 416c-2-22 16-26 22-42-6 20-12 24-10 42zM272 416c-2-22 16-26 22-42-6 20-12 24-10 42zM32 312h7v137h-7zM346 312h7v137h-7zM120 388h160v5H120z"
      />
      <path
        fill="#f0c66c"
        d="M198 264v-30h4v30zM42 200v-16h2v16zM356 200v-16h2v16zM180 472v-30c0-16 14-20 20-30 6 10 20 14 20 30v30zM132 448v-24q0-9 8-14 8 5 8 14v24zM156 448v-24q0-9 8-14 8 5 8 14v24zM228 448v-24q0-9 8-14 8 5 8 14v24zM252 448v-24q0-9 8-14 8 5 8 14v24zM90 456v-16l6-7 6 7v16zM298 456v-16l6-7 6 7v16zM158 384v-8h6v8zM178 384v-8h6v8zM197 384v-8h6v8zM216 384v-8h6v8zM236 384v-8h6v8zM40 286v-12l3-4 3 4v12zM354 286v-12l3-4 3 4v12z"
      />
      <path fill="#7d4a20" d="M186 472v-28c0-12 10-16 14-24 4 8 14 12 14 24v28z" />
      <path fill="#5f3614" d="M200 420c4 8 14 12 14 24v28h-14z" />
      <path fill="#f3e3bb" d="M178 472h44c20 22 50 42 82 68H96c32-26 62-46 82-68z" />
      <path fill="#dcc48c" d="M200 472h22c20 22 50 42 82 68H200z" />
      <circle cx="200" cy="230" r="6" fill="#f0c66c" />
    </>
  );
}

/** Seen from behind, on their way to the door. Two wear a hijab, one a kanzu and a kofia. */
function Students() {
  return (
    <>
      <path fill="#06281a" opacity=".3" d="M114 530q24-7 50 0zM172 537q28-8 56 0zM238 528q24-7 48 0z" />
      <path
        fill="#fbfaf6"
        d="M122 529c3-16 5-28 9-38h16c4 10 6 22 9 38q-17 4-34 0zM244 527c1-24 2-36 5-43 5-5 21-5 26 0 3 7 4 19 5 43q-18 4-36 0z"
      />
      <path
        fill="#d5dccf"
        d="M139 496h12c3 10 4 21 5 33q-8 2-16 2zM262 481c6 0 11 1 13 3 3 7 4 19 5 43q-8 2-18 2z"
      />
      <path
        fill="#cf6a35"
        d="M139 460c8 0 12 6 12 13 0 6 3 9 6 15 2 5 2 11 1 15q-19 7-38 0c-1-4-1-10 1-15 3-6 6-9 6-15 0-7 4-13 12-13z"
      />
      <path fill="#a94f22" d="M139 460c8 0 12 6 12 13 0 6 3 9 6 15 2 5 2 11 1 15q-7 3-14 3c4-16 3-33-5-46z" />
      <path fill="#8c2f4b" d="M180 536c3-20 5-32 9-44h22c4 12 6 24 9 44q-20 5-40 0z" />
      <path fill="#6f2039" d="M203 492h8c4 12 6 24 9 44q-7 2-14 2z" />
      <path
        fill="#1d4e79"
        d="M200 458c9 0 14 7 14 15 0 7 3 10 7 17 2 6 2 13 1 18q-22 8-44 0c-1-5-1-12 1-18 4-7 7-10 7-17 0-8 5-15 14-15z"
      />
      <path
        fill="#143a5c"
        d="M200 458c9 0 14 7 14 15 0 7 3 10 7 17 2 6 2 13 1 18q-8 3-16 4c5-19 4-39-6-54z"
      />
      <path fill="#5b3a26" d="M255 482v-12c0-10 14-10 14 0v12q-7 4-14 0z" />
      <path fill="#fbfaf6" d="M254 470v-9q8-4 16 0v9q-8-3-16 0z" />
    </>
  );
}
