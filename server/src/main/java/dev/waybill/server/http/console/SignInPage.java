package dev.waybill.server.http.console;

import dev.waybill.Payload;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.pages.ConsolePages;

/// The page of a sign-in that failed.
final class SignInPage {

  private SignInPage() {}

  static Reply failed(int status, String why) {
    String page =
        """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>Waybill: sign-in failed</title>
        <meta name="viewport" content="width=device-width">
        <h1>Sign-in failed</h1><p>%s</p><p><a href="/console/">Back to the console</a></p>
        """
            .formatted(escaped(why));
    return new Reply.Document(
        status, "text/html; charset=utf-8", Payload.of(page), ConsolePages.HEADERS);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
