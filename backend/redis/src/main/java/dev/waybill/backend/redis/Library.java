package dev.waybill.backend.redis;

import dev.waybill.base.Sha256;
import dev.waybill.record.DraftBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// The functions in Lua that the server runs. The name of their library has a digest of their text,
/// so servers of several versions use one Redis at the same time, each with its own functions.
final class Library {

  /// Raised with every change of the keys. Data with another number is refused.
  static final int LAYOUT = 100 + DraftBytes.VERSION;

  private static final List<String> PARTS =
      List.of("records.lua", "work.lua", "reads.lua", "ledger.lua");

  static final Library CURRENT = new Library(source());

  private final String name;
  private final String text;

  Library(String functions) {
    name = "waybill_" + digest(functions);
    text = "#!lua name=%s\nlocal PREFIX = '%s_'\n%s".formatted(name, name, functions);
  }

  /// The functions of this version.
  static String source() {
    return PARTS.stream().map(Library::read).collect(Collectors.joining());
  }

  String name() {
    return name;
  }

  String text() {
    return text;
  }

  /// The name of a function on the server.
  String function(String function) {
    return name + "_" + function;
  }

  private static String read(String part) {
    try (InputStream in = Objects.requireNonNull(Library.class.getResourceAsStream(part))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String digest(String text) {
    return HexFormat.of().formatHex(Sha256.of(text), 0, 6);
  }
}
