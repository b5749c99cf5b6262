package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Unpacks a zip file once to count, before a reader sees it: the sizes that a zip file declares
/// need not be true. Zip files inside are content like any other and are never opened.
final class ZipLimits {

  static final int MOST_ENTRIES = 10_000;

  /// Text in XML is packed to a fiftieth at most in practice.
  static final int HIGHEST_RATIO = 200;

  /// Entries below this size may have any ratio.
  private static final long SMALL = 10L << 20;

  private ZipLimits() {}

  static void check(Path file, long most) throws IOException, ParseException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      if (zip.size() > MOST_ENTRIES) {
        throw tooLarge("more than " + MOST_ENTRIES + " entries");
      }
      long total = 0;
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        total += size(zip, entries.nextElement(), most - total);
      }
    }
  }

  private static long size(ZipFile zip, ZipEntry entry, long most)
      throws IOException, ParseException {
    byte[] buffer = new byte[64 * 1024];
    long size = 0;
    try (InputStream in = zip.getInputStream(entry)) {
      int count = in.read(buffer);
      while (count >= 0) {
        size += count;
        if (size > most) {
          throw tooLarge("more bytes than allowed");
        }
        if (size > SMALL && size / HIGHEST_RATIO > entry.getCompressedSize()) {
          throw tooLarge("an entry of more than " + HIGHEST_RATIO + " times its packed size");
        }
        count = in.read(buffer);
      }
    }
    return size;
  }

  private static ParseException tooLarge(String what) {
    return new ParseException(ParseProblem.TOO_LARGE_WHEN_UNPACKED, "the file unpacks to " + what);
  }
}
