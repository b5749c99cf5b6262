package dev.waybill.server.http;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/// Bodies of requests that are not JSON.
final class SentBodies {

  private SentBodies() {}

  static HttpRequest.Builder bytes(HttpRequest.Builder request) {
    return request
        .header("Content-Type", "application/octet-stream")
        .POST(BodyPublishers.ofString("any bytes"));
  }

  static HttpRequest.Builder csv(HttpRequest.Builder request) {
    return request
        .header("Content-Type", "text/csv")
        .method("POST", BodyPublishers.ofString("sms,+4366412345\nemail,?\n"));
  }

  /// A form with one file.
  static HttpRequest.Builder form(HttpRequest.Builder request) {
    String part = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.txt\"";
    return request
        .header("Content-Type", "multipart/form-data; boundary=b")
        .POST(BodyPublishers.ofString(part + "\r\n\r\nThe sea is calm.\r\n--b--\r\n"));
  }
}
