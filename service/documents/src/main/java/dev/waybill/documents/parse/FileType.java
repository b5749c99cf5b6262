package dev.waybill.documents.parse;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The types of files that can be read.
public enum FileType {
  PDF,
  DOCX,
  PPTX,
  XLSX,
  HTML,
  MARKDOWN,
  TEXT,
  CSV,
  EML;

  /// As in messages and answers: `pdf`.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<FileType> of(String text) {
    return Arrays.stream(values()).filter(type -> type.text().equals(text)).findFirst();
  }
}
