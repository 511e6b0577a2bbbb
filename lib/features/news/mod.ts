/** The public face of the feature news: what routes and the server's tasks use of it. */
export { chooseNews, newsPreferenceOf } from "./choose_news.ts";
export { countUnread, type ListedNews, listNews } from "./list_news.ts";
export { markNewsRead } from "./mark_read.ts";
