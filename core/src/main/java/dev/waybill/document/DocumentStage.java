package dev.waybill.document;

import java.util.Locale;

/// The stages of processing, in their order. A retry resumes at the stage that failed.
public enum DocumentStage {
  DOWNLOAD,
  PARSE,
  CHUNK,
  EMBED,
  STORE,
  COMPLETE;

  /// The name in lower case, as in JSON.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
