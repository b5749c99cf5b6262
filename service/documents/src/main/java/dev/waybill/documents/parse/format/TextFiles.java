package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.TextEncoding;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Opens text files, strictly: bytes that are not in their encoding end the reading.
final class TextFiles {

  private static final int LONGEST_MARK = 3;

  private TextFiles() {}

  static BufferedReader open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    in.mark(LONGEST_MARK);
    Charset charset = TextEncoding.of(in.readNBytes(LONGEST_MARK)).orElse(StandardCharsets.UTF_8);
    in.reset();
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, charset.newDecoder()));
    reader.mark(1);
    if (reader.read() != '\uFEFF') {
      reader.reset();
    }
    return reader;
  }
}
