// The title of the tab: what the page is about or, while nobody looks at it, what has come for its reader.

/** Each script of a page has a copy of this module; what they share lies on the element. */
const element = (): HTMLElement => document.querySelector("title")!;

/** What the page is about, from now on. It waits while there is news. */
export function titlePage(words: string): void {
  const { dataset } = element();
  if (dataset.page === undefined) document.title = words;
  else dataset.page = words;
}

/** News takes the place of the title; null when it has been seen, or is none any more. */
export function titleNews(news: string | null): void {
  const { dataset } = element();
  if (news !== null) {
    dataset.page ??= document.title;
    document.title = `${news} – Inarow`;
  } else if (dataset.page !== undefined) {
    document.title = dataset.page;
    delete dataset.page;
  }
}
