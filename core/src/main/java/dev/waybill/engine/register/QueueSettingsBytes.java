package dev.waybill.engine.register;

import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.settings.QueueSettings;
import org.jspecify.annotations.Nullable;

/// The settings of a queue as stored in the ledger.
final class QueueSettingsBytes {

  static final Register.Form<QueueSettings> FORM =
      new Register.Form<>(QueueSettingsBytes::write, QueueSettingsBytes::read);

  private QueueSettingsBytes() {}

  private static byte[] write(QueueSettings settings) {
    ByteWriter out = new ByteWriter(64);
    JobBytes.writeDuration(out, settings.defaultLeaseDuration());
    JobBytes.writeRetry(out, settings.defaultRetry());
    JobBytes.writeDuration(out, settings.defaultTimeout());
    out.putSmall(settings.maxWaiting() == null ? 0 : settings.maxWaiting() + 1L);
    JobBytes.writeDuration(out, settings.waitingTtl());
    return out.copy();
  }

  private static QueueSettings read(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    return new QueueSettings(
        JobBytes.readDuration(in),
        JobBytes.readRetry(in),
        JobBytes.readDuration(in),
        maxWaiting(in),
        JobBytes.readDuration(in));
  }

  private static @Nullable Integer maxWaiting(ByteReader in) {
    long stored = in.getSmall();
    return stored == 0 ? null : Math.toIntExact(stored - 1);
  }
}
