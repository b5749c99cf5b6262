package dev.waybill.backend.nats;

import dev.waybill.WaybillException;
import dev.waybill.base.Sha256;
import dev.waybill.spi.VerifiedBlocks;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The parts of one blob. The headers of a part contain its number and the SHA-256 of number and
/// content.
final class BlobParts implements VerifiedBlocks.Source {

  static final int BYTES = 128 * 1024;

  /// More than the headers of a part take.
  static final int HEADER_BYTES = 256;

  private static final String NUMBER = "Waybill-Part";
  private static final String DIGEST = "Waybill-Part-SHA-256";

  /// The number of parts that are read at once.
  private static final int AHEAD = 8;

  private final StreamScan scan;
  private final String subject;
  private final Function<String, WaybillException> missing;
  private final Deque<Message> ahead = new ArrayDeque<>();
  private long last;
  private long upcoming;

  /// @param missing creates the error for a missing or damaged part
  BlobParts(StreamScan scan, String subject, Function<String, WaybillException> missing) {
    this.scan = scan;
    this.subject = subject;
    this.missing = missing;
  }

  static Headers headers(long number, byte[] content) {
    return new Headers()
        .put(NUMBER, Long.toString(number))
        .put(DIGEST, Base64.getEncoder().encodeToString(digest(number, content)));
  }

  @Override
  public byte[] block(long number) {
    Message part = number == upcoming ? next() : null;
    if (part == null || !is(part, number)) {
      // The first part of a range, or the stream was renumbered after a crash.
      seek(number);
      part = next();
    }
    if (part == null || !is(part, number)) {
      throw missing.apply("part " + number + " is missing or was written by an earlier version");
    }
    upcoming = number + 1;
    byte[] content = part.getData();
    String expected = String.valueOf(part.getHeaders().getFirst(DIGEST));
    if (!expected.equals(Base64.getEncoder().encodeToString(digest(number, content)))) {
      throw missing.apply("the checksum of part " + number + " does not match");
    }
    return content;
  }

  private @Nullable Message next() {
    if (ahead.isEmpty()) {
      ahead.addAll(scan.read(subject, last, AHEAD));
    }
    Message part = ahead.poll();
    last = part == null ? last : part.metaData().streamSequence();
    return part;
  }

  /// Moves to the position before a part, by reading headers only.
  private void seek(long number) {
    ahead.clear();
    last = 0;
    for (Message head : scan.heads(subject, number)) {
      last = head.metaData().streamSequence();
    }
  }

  private static boolean is(Message part, long number) {
    return part.hasHeaders() && Long.toString(number).equals(part.getHeaders().getFirst(NUMBER));
  }

  private static byte[] digest(long number, byte[] content) {
    MessageDigest digest = Sha256.digest();
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
    return digest.digest(content);
  }

  /// Nothing is held between reads.
  @Override
  public void close() {
    ahead.clear();
  }
}
