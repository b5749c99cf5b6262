package dev.waybill.engine.token;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.TaskToken;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/// Task tokens: `base64url(version, key id, expiry, job, attempt, queue, HMAC)`.
///
/// The signature also covers a prefix and the tenant, so a token is invalid for another tenant or
/// another purpose. It proves who issued the token; the store decides whether the lease is still
/// current, so a token is not refused for its expiry alone.
///
/// The queue in the token is not compared with that of the record. Both come from the same record
/// when the token is issued, no step changes the queue of a job, and a token with another queue
/// fails its signature check. A comparison could never fail, and would add a read to the most
/// frequent call, completing a job.
public final class TaskTokens {

  private static final byte VERSION = 1;
  private static final int KEY_AT = 1;
  private static final int JOB_AT = 10;
  private static final int QUEUE_AT = 30;
  private static final int LONGEST = 512;
  private static final String DOMAIN = "waybill/task-token/v1/";

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final TokenKeys keys;

  public TaskTokens(TokenKeys keys) {
    this.keys = keys;
  }

  public TaskToken issue(Job job, Instant until) {
    byte[] queue = job.queue().getBytes(StandardCharsets.UTF_8);
    int signed = QUEUE_AT + queue.length;
    LiveKeys.Key key = keys.signing();
    ByteBuffer token =
        ByteBuffer.allocate(signed + Signer.BYTES)
            .put(VERSION)
            .put(key.id())
            .putLong(until.toEpochMilli())
            .putLong(job.id().high())
            .putLong(job.id().low())
            .putInt(job.attempt())
            .put(queue);
    token.put(key.signer().sign(prefix(job.tenant()), token.array(), signed));
    return new TaskToken(ENCODER.encodeToString(token.array()));
  }

  /// The lease that the token was issued for; empty if it was not issued here, or not to this
  /// tenant.
  public Optional<LeaseKey> verify(String tenant, TaskToken token) {
    if (token.value().length() > LONGEST) {
      return Optional.empty();
    }
    byte[] bytes = decode(token.value());
    if (bytes.length < QUEUE_AT + Signer.BYTES || bytes[0] != VERSION) {
      return Optional.empty();
    }
    return keys.verifying(bytes[KEY_AT])
        .filter(signer -> isSigned(signer, tenant, bytes))
        .map(_ -> leaseIn(bytes, tenant));
  }

  /// The queue of the job of a verified token.
  public static String queueIn(TaskToken token) {
    byte[] bytes = DECODER.decode(token.value());
    int length = bytes.length - Signer.BYTES - QUEUE_AT;
    return new String(bytes, QUEUE_AT, length, StandardCharsets.UTF_8);
  }

  private static LeaseKey leaseIn(byte[] bytes, String tenant) {
    ByteBuffer body = ByteBuffer.wrap(bytes).position(JOB_AT);
    JobKey job = new JobKey(tenant, new JobId(body.getLong(), body.getLong()));
    return new LeaseKey(job, body.getInt());
  }

  private static boolean isSigned(Signer signer, String tenant, byte[] bytes) {
    int signed = bytes.length - Signer.BYTES;
    byte[] expected = signer.sign(prefix(tenant), bytes, signed);
    return MessageDigest.isEqual(expected, Arrays.copyOfRange(bytes, signed, bytes.length));
  }

  /// Empty if the text is not in canonical form: base64 has several spellings of the same bytes.
  private static byte[] decode(String value) {
    try {
      byte[] bytes = DECODER.decode(value);
      return ENCODER.encodeToString(bytes).equals(value) ? bytes : new byte[0];
    } catch (IllegalArgumentException malformed) {
      return new byte[0];
    }
  }

  /// A tenant's name has no NUL, so a NUL marks its end.
  private static byte[] prefix(String tenant) {
    return (DOMAIN + tenant + '\0').getBytes(StandardCharsets.UTF_8);
  }
}
