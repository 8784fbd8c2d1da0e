import type { Texts } from "#app/messages/en.ts";
import type { pageTexts as english } from "#app/messages/en/pages.ts";

export const pageTexts: Texts<typeof english> = {
  pages: {
    updated: "Ilibadilishwa mwisho: {date}",
    contents: "Yaliyomo",
    contact: "Nani anakujibu",
    contactText: "Andika, piga simu au fika ofisini. Kila ujumbe unasomwa na mtu.",
    about: {
      eyebrow: "Kuhusu Sisi",
      description:
        "Nani anasimamia {fund}, unalenga nini, mchango unamfikiaje mwanafunzi, na unawajibishwa vipi.",
      mission: "Dhamira yetu",
      vision: "Maono yetu",
      accountability: "Jinsi tunavyowajibika",
      more: "Jionee mwenyewe",
      advisory: "Baraza la Ushauri",
      advisoryText: "Watu wanaousimamia mfuko na hesabu zake.",
      infrastructure: "Miundombinu",
      infrastructureText: "Majengo ambayo michango inayajenga sasa.",
      campaigns: "Kampeni",
      campaignsText: "Yote unayoweza kuchangia, na yalipofikia.",
    },
    privacy: {
      description:
        "Kile ambacho {fund} unakijua kukuhusu, kwa nini, nani mwingine anakiona, kinahifadhiwa kwa muda gani, na haki zako.",
    },
    terms: {
      description:
        "Masharti ya kuchangia {fund}: ada, urejeshaji wa fedha na hali zinazouruhusu, zaka, malalamiko.",
    },
  },
};
