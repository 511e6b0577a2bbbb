/** Turns the public bar solid past 5 pixels, in browsers without scroll timelines. */
const bar = document.querySelector<HTMLElement>(".public > .nav");
const showTop = () => bar?.toggleAttribute("data-top", scrollY <= 5);
addEventListener("scroll", showTop, { passive: true });
showTop();

export {};
