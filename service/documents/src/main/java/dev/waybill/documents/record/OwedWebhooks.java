package dev.waybill.documents.record;

import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.JobId;
import dev.waybill.Tenants;
import dev.waybill.engine.register.Register;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The webhooks of uploads that are still to be sent. They are durable, and known to all servers.
public final class OwedWebhooks {

  private static final int MOST = 10_000;
  private static final int BYTES = 4 * 1024 * 1024;

  private final Register<Target> register;
  private final InstantSource clock;

  /// A webhook that is sent when the job has ended.
  ///
  /// @param since when the upload was accepted
  public record Owed(String tenant, JobId job, String url, Instant since) {}

  private record Target(String url, Instant since) {

    private static final Fields<Target> FIELDS =
        Fields.of("OwedWebhook", "A webhook that is sent when a job has ended.");
    private static final Slot.Of<String> URL = FIELDS.text("url", Target::url, "The URL.");
    private static final Slot.Of<Instant> SINCE =
        FIELDS.required("since", TIME, Target::since, "When the upload was accepted.");
    private static final Document<Target> DOCUMENT =
        FIELDS.make(in -> new Target(in.get(URL), in.get(SINCE)));
  }

  public OwedWebhooks(Ledger ledger, InstantSource clock) {
    this.clock = clock;
    this.register =
        new Register<>(
            ledger,
            new LedgerKey(Tenants.SYSTEM, Retention.OF_DOCUMENT_SERVICE + "webhooks", "owed"),
            new Register.Form<>(Target.DOCUMENT::bytes, Target.DOCUMENT::readAnswer),
            new Register.Limit("webhooks of uploads that have not ended", MOST, BYTES),
            clock);
  }

  public void add(String tenant, JobId job, String url) {
    Target target = new Target(url, clock.instant().truncatedTo(ChronoUnit.MILLIS));
    var _ = register.change(name(tenant, job), _ -> target);
  }

  public void remove(String tenant, JobId job) {
    var _ = register.change(name(tenant, job), _ -> null);
  }

  public List<Owed> all() {
    return register.readAll().entrySet().stream()
        .map(
            entry ->
                new Owed(
                    entry.getKey().tenant(),
                    JobId.parse(entry.getKey().name()),
                    entry.getValue().url(),
                    entry.getValue().since()))
        .toList();
  }

  private static Register.Name name(String tenant, JobId job) {
    return new Register.Name(tenant, job.toString());
  }
}
