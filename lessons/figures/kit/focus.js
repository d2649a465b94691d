// A press often redraws its own control, or switches it off. Without this, the focus would go to the top of the page.
const STOPS = "button, summary, a[href], input, select, textarea, [tabindex]";
const nameOf = (element) => element.ariaLabel || element.textContent.trim() || element.title;

// act() redraws inside `hosts`. Afterwards the control of the same name has the focus (of several, the same one), or
// the nearest control that can have it, or the first host.
export function keepFocus(hosts, act) {
  const focused = (host) => host.getRootNode().activeElement ?? null;
  const host = hosts.find((each) => each.contains(focused(each))), held = host && focused(host);
  if (!held) return act();
  const name = nameOf(held), stops = () => [...host.querySelectorAll(STOPS)];
  const namesakes = () => stops().filter((stop) => nameOf(stop) === name);
  const [at, which] = [stops().indexOf(held), namesakes().indexOf(held)];
  act();
  if (focused(host) === held && !held.disabled) return;
  const near = namesakes(), other = ({ tagName }) => (tagName === held.tagName ? 0 : 1e4);
  const far = new Map(stops().map((stop, k) => [stop, Math.abs(k - at) + other(stop)]));
  const nearest = [...far.keys()].sort((a, b) => far.get(a) - far.get(b));
  for (const stop of [near[Math.min(which, near.length - 1)], ...nearest, hosts[0]]) {
    stop?.focus({ preventScroll: true }); // one that is hidden or disabled refuses it
    if (stop && stop !== held && focused(stop) === stop) return;
  }
}
