const waitsForScript = 15_000;

setTimeout(() => {
  if (document.querySelector("[data-now]:not([data-awake])")) location.reload();
}, waitsForScript);
