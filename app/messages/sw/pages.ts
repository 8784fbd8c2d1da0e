import type { Texts } from "#app/messages/en.ts";
import type { pageTexts as english } from "#app/messages/en/pages.ts";

export const pageTexts: Texts<typeof english> = {
  pages: {
    updated: "Ilibadilishwa mara ya mwisho: {date}",
    contents: "Yaliyomo",
    contact: "Wasiliana nasi",
    contactText: "Andika, piga simu au fika ofisini. Kila ujumbe unasomwa na mtu.",
    about: {
      description:
        "Nani anasimamia {fund}, unalenga nini, mchango unamfikiaje mwanafunzi, na unawajibishwa vipi.",
      mission: "Dhamira yetu",
      vision: "Maono yetu",
      accountability: "Jinsi tunavyowajibika",
      toCampaigns: "Tazama kampeni zote",
      toAdvisory: "Tazama Baraza la Ushauri",
      more: "Pata maelezo zaidi",
      advisory: "Baraza la Ushauri",
      advisoryText: "Watu wanaousimamia mfuko na hesabu zake.",
      infrastructure: "Miundombinu",
      infrastructureText: "Majengo ambayo michango yako inasaidia kuyajenga.",
      campaigns: "Kampeni",
      campaignsText: "Yote unayoweza kuchangia, na kiasi kilichokusanywa.",
    },
    privacy: {
      description:
        "Taarifa ambazo {fund} unazo kukuhusu, kwa nini, nani mwingine anaziona, zinahifadhiwa kwa muda gani, na haki zako.",
    },
    terms: {
      description: "Masharti ya kuchangia {fund}: ada, urejeshaji wa pesa, zaka na malalamiko.",
    },
  },
};
