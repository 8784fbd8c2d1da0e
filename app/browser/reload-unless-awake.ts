/** The script element names the island it waits for, so that its text is the same on every page. */
const { waitsFor, seconds } = document.currentScript?.dataset ?? {};

setTimeout(
  () => {
    if (!document.querySelector(`[data-island=${waitsFor}][data-awake]`)) location.reload();
  },
  Number(seconds) * 3_000,
);
