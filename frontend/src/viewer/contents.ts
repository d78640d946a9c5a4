// A page's table of contents: it marks the part that is being read.

/** Marks, among links to parts of the page, the first part in sight. */
export function startContents(contents: HTMLElement): void {
  const links = [...contents.querySelectorAll<HTMLAnchorElement>("a[href^='#']")];
  const seen = new Set<Element>();
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes)
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      const first = links.find(({ hash }) => seen.has(document.querySelector(hash)!));
      for (const link of links)
        if (link === first) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
    },
    { rootMargin: "-10% 0px -60% 0px" },
  );
  for (const { hash } of links) {
    const part = document.querySelector(hash);
    if (part) observer.observe(part);
  }
}
