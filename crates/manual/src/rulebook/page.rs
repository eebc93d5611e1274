//! A rulebook as a page for a browser and a printer.

use pulldown_cmark::{Options, Parser, html::push_html};
use railwright_markup::escape;

const STYLE: &str = include_str!("page.css");

/// A page of its own from Markdown, with a picture under its head.
///
/// A leaflet is printed small and in two columns, so that it is one sheet.
pub fn html_page(title: &str, markdown: &str, picture: Option<&str>, leaflet: bool) -> String {
    let mut body = String::new();
    push_html(&mut body, Parser::new_ext(markdown, Options::ENABLE_TABLES));
    // A wide table is moved by itself on a narrow screen.
    let body = body.replace("<table>", "<div class=\"table\"><table>").replace("</table>", "</table></div>");
    let picture = picture.map(|svg| format!("<figure>{svg}</figure>\n")).unwrap_or_default();
    let at = body.find("<h2>").unwrap_or(body.len());
    let (head, rest) = body.split_at(at);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body{}>\n<main>\n{head}{picture}{rest}</main>\n</body>\n</html>\n",
        escape(title),
        if leaflet { " class=\"leaflet\"" } else { "" }
    )
}
