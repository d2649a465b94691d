// After a check, one click tells the class of this page the exercise and the name of the mistake, and nothing else.
// In the app the server is the class; the site belongs to one if a class serves it (lessons/host/classroom/site.py).
const SITE = "/class/site/";

export function tellClass(words, inApp) {
  const at = location.pathname.indexOf(SITE);
  if (!inApp && at < 0) return;
  document.documentElement.classList.add("in-class");
  const address = at < 0 ? new URL("class/result", document.baseURI) : `${location.pathname.slice(0, at)}/class/result`;
  addEventListener("click", async ({ target }) => {
    const button = target.closest?.(".tell-class");
    if (!button || button.disabled) return;
    const { exercise, mistake } = button.dataset;
    button.disabled = true;
    try {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify({ exercise, mistake }) });
      button.textContent = answer.ok ? words.class_told : (await answer.json()).why;
    } catch {
      button.textContent = words.class_lost;
      button.disabled = false;
    }
  });
}
