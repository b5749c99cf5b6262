package dev.waybill.documents.upload;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;

/// Names of stored files: `sessions/{session_id}/docs/{filename}`. They are keys, never paths.
final class ObjectKey {

  private static final int LONGEST_NAME = 100;
  private static final String SESSION = "[A-Za-z0-9][A-Za-z0-9._-]{0,127}";

  private ObjectKey() {}

  static void checkSession(String session) {
    if (!session.matches(SESSION)) {
      throw new WaybillException(
          Code.INVALID_NAME,
          "session %s is invalid: use letters, digits, '.', '_' and '-' (at most 128 characters)"
              .formatted(Text.quote(session)));
    }
  }

  static String of(String session, String filename) {
    return "sessions/" + session + "/docs/" + safe(filename);
  }

  /// For a file whose name is taken in its session.
  static String unique(String session, String filename, String documentId) {
    return "sessions/" + session + "/docs/" + documentId + "-" + safe(filename);
  }

  /// The last part of a path, with `_` for everything but letters, digits, `.`, `_` and `-`.
  private static String safe(String filename) {
    String last =
        filename.substring(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1);
    String plain = last.replaceAll("[^A-Za-z0-9._-]", "_").replaceFirst("^\\.+", "");
    String some = plain.isEmpty() ? "file" : plain;
    return some.length() <= LONGEST_NAME
        ? some
        : some.substring(some.length() - LONGEST_NAME).replaceFirst("^\\.+", "_");
  }
}
