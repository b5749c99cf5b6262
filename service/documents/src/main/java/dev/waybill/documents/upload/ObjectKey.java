package dev.waybill.documents.upload;

/// Names of stored files: `sessions/{session_id}/docs/{filename}`. They are keys, never paths.
final class ObjectKey {

  private static final int LONGEST_NAME = 100;

  private ObjectKey() {}

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
