package dev.waybill.engine;

import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.spi.Draft.Fingerprint;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Detects different requests with the same request ID: a hash over everything in a request except
/// the trace context, which differs from call to call.
final class Fingerprints {

  private static final List<JobText> TEXTS =
      List.copyOf(EnumSet.complementOf(EnumSet.of(JobText.REQUEST_ID, JobText.TRACE_CONTEXT)));

  private Fingerprints() {}

  /// Null without a request ID, because then it is never compared.
  ///
  /// @param payload the bytes of the payload, or what stands for them
  static @Nullable Fingerprint of(NewJob job, Payload payload) {
    if (job.requestId() == null) {
      return null;
    }
    CanonicalDigest digest =
        new CanonicalDigest()
            .text(job.queue())
            .text(job.type())
            .bytes(payload.bytesWithoutCopy())
            .text(job.priority().name())
            .number(job.tags().size());
    TEXTS.forEach(text -> digest.text(text.of(job)));
    job.tags().forEach(digest::text);
    digest.duration(job.delay()).instant(job.runAt()).instant(job.deadline());
    digest.duration(job.timeout());
    add(digest, job.retry());
    ByteBuffer bits = digest.finish();
    return new Fingerprint(bits.getLong(), bits.getLong());
  }

  private static void add(CanonicalDigest digest, @Nullable RetryPolicy policy) {
    if (policy == null) {
      digest.number(-1);
      return;
    }
    digest
        .number(policy.maxErrors())
        .number(policy.maxCrashes())
        .duration(policy.firstDelay())
        .number(Double.doubleToLongBits(policy.factor()))
        .duration(policy.maxDelay())
        .number(Double.doubleToLongBits(policy.jitter()));
  }
}
