package dev.waybill.bench.measure;

import java.util.List;
import java.util.stream.IntStream;

/// Payloads of about 300 bytes that start with their creation time.
public final class Payloads {

  public static final int BYTES = 300;

  public static final int STAMP = 20;
  private static final String FILLER =
      " {\"order\":\"2f6c1d\",\"customer\":\"someone@example.org\",\"lines\":["
          + "\"a line of an order\",".repeat(12).substring(0, BYTES - STAMP - 64)
          + "]}";

  private Payloads() {}

  public static String stamped() {
    String nanos = Long.toString(System.nanoTime());
    return "0".repeat(STAMP - nanos.length()) + nanos + FILLER;
  }

  public static List<String> stamped(int count) {
    return IntStream.range(0, count).mapToObj(_ -> stamped()).toList();
  }

  /// The age of a payload in nanoseconds.
  public static long age(String payload) {
    return System.nanoTime() - Long.parseLong(payload, 0, STAMP, 10);
  }
}
