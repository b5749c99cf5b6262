package dev.waybill.server.http.api;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The range of a download that a client requests (RFC 9110, section 14).
///
/// @param whole whether the client requests everything
public record ByteRange(long from, long length, long size, boolean whole) {

  private static final Pattern ONE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /// Multiple ranges, other units and malformed ranges are ignored, as the RFC allows; so is any
  /// range if the content differs from the one in `If-Range`.
  public static ByteRange of(RouteCall call, String etag, long size) {
    Matcher one = ONE.matcher(call.header("Range").orElse(""));
    boolean same = call.header("If-Range").map(etag::equals).orElse(true);
    if (!same || !one.matches() || one.group().equals("bytes=-")) {
      return new ByteRange(0, size, size, true);
    }
    ByteRange range =
        one.group(1).isEmpty()
            ? suffix(Long.parseLong(one.group(2)), size)
            : between(Long.parseLong(one.group(1)), one.group(2), size);
    return range.checked();
  }

  private static ByteRange suffix(long count, long size) {
    long length = Math.min(count, size);
    return new ByteRange(size - length, length, size, false);
  }

  private static ByteRange between(long first, String last, long size) {
    long end = last.isEmpty() ? size : Math.min(size, Long.parseLong(last) + 1);
    return new ByteRange(first, end - first, size, false);
  }

  private ByteRange checked() {
    if (length <= 0) {
      throw new HttpRefusal(
          HttpCode.RANGE_NOT_SATISFIABLE,
          "the range is not within the " + size + " bytes",
          Map.of("Content-Range", "bytes */" + size));
    }
    return this;
  }

  public int status() {
    return whole ? 200 : 206;
  }

  public String contentRange() {
    return "bytes %d-%d/%d".formatted(from, from + length - 1, size);
  }
}
