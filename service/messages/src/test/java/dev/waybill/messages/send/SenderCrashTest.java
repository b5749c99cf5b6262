package dev.waybill.messages.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobFilter;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.conformance.model.ModelBlobs;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.engine.EngineOpener;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.ProviderTraits;
import dev.waybill.messages.record.AttemptId;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.settings.CallObserver;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.Ledger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Kills the sender between any two of its steps and lets another one continue.
final class SenderCrashTest {

  private static final int RUNS = 1_000;
  private static final int MOST_LEASES = 20;
  private final Waybill waybill =
      EngineOpener.over(
              new ModelBackend(Settings.DEFAULT), Settings.DEFAULT.withMaintenanceEvery(null))
          .forServices();

  private static final NewMessage HELLO =
      NewMessage.builder("email", "ada@example.org").text("Hello").build();

  /// Ends a sender as a crash would: nothing after it happens.
  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /// Counts down the steps until the next crash.
  private static final class Fuse {
    private int left;

    void step() {
      if (left-- == 0) {
        throw new Crash();
      }
    }
  }

  /// Crashes before a fact is stored, between two facts of one call, and after the last one.
  private static final class CrashingLedger extends ForwardingLedger {
    private final Fuse fuse;

    CrashingLedger(Ledger inner, Fuse fuse) {
      super(inner);
      this.fuse = fuse;
    }

    @Override
    public List<Answer> record(List<Fact> facts) {
      List<Answer> answers = new ArrayList<>();
      for (Fact fact : facts) {
        fuse.step();
        answers.addAll(super.record(List.of(fact)));
      }
      fuse.step();
      return answers;
    }
  }

  /// Delivers each idempotency key once, and crashes before or after that.
  private static final class OncePerKey implements MessageProvider {
    private final Set<String> delivered = new HashSet<>();
    private final Fuse fuse;
    private int busy;

    /// Whether the next repetition of a delivered message is refused for now.
    private boolean limited = true;

    /// @param busy how many calls it refuses for now
    OncePerKey(Fuse fuse, int busy) {
      this.fuse = fuse;
      this.busy = busy;
    }

    @Override
    public String key() {
      return "once";
    }

    @Override
    public ProviderTraits traits() {
      return new ProviderTraits(Set.of("email"), false, true);
    }

    @Override
    public HandoffResult send(OutgoingMessage message) {
      fuse.step();
      boolean mayHaveIt = delivered.contains(message.ids().attemptId());
      if (busy-- > 0 || (mayHaveIt && limited)) {
        limited &= !mayHaveIt;
        return new HandoffResult.Retryable("busy", "try later", null);
      }
      delivered.add(message.ids().attemptId());
      fuse.step();
      return new HandoffResult.Accepted(message.ids().attemptId(), ProviderState.ACCEPTED);
    }
  }

  @Test
  @Seed({"S2.8", "S2.17", "S2.26"})
  void a_crash_between_any_two_steps_sends_nothing_twice() throws Exception {
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      Ledger ledger = new ModelLedger();
      Fuse fuse = new Fuse();
      OncePerKey provider = new OncePerKey(fuse, 0);
      fuse.left = -1;
      facts(ledger).create(Map.of("m", HELLO));
      int crashes = random.nextInt(4);
      @Nullable Outcome outcome = null;
      for (int lease = 1; !(outcome instanceof Outcome.Done); lease++) {
        fuse.left = lease <= crashes ? random.nextInt(9) : -1;
        outcome = lease(new CrashingLedger(ledger, fuse), provider, lease);
        assertThat(lease).as("seed %d", seed).isLessThan(MOST_LEASES);
      }
      RecordedMessage message = facts(ledger).find("m").orElseThrow();
      assertThat(provider.delivered).as("seed %d", seed).hasSize(1);
      assertThat(message.progress().handoff().state()).isEqualTo("handed_off");
      assertThat(message.progress().provider().state()).isEqualTo("accepted");
      assertThat(message.progress().events())
          .extracting(MessageEvent::type)
          .filteredOn(type -> !type.equals("HandoffRepeated"))
          .containsExactly(
              "SendRequested",
              "MessageCreated",
              "MessageQueued",
              "HandoffAttempted",
              "HandoffAccepted",
              "ProviderAccepted");
    }
  }

  @Test
  void a_crash_while_a_refusal_is_recorded_does_not_end_the_message() throws Exception {
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      Ledger ledger = new ModelLedger();
      Fuse fuse = new Fuse();
      OncePerKey provider = new OncePerKey(fuse, 2);
      fuse.left = -1;
      facts(ledger).create(Map.of("m", HELLO));
      int crashes = random.nextInt(6);
      for (int lease = 1; !isHandedOff(ledger); lease++) {
        fuse.left = lease <= crashes ? random.nextInt(9) : -1;
        lease(new CrashingLedger(ledger, fuse), provider, lease);
        assertThat(lease).as("seed %d", seed).isLessThan(MOST_LEASES);
      }
      assertThat(provider.delivered).as("seed %d", seed).hasSize(1);
      assertThat(facts(ledger).find("m").orElseThrow().progress().attempts())
          .as("seed %d", seed)
          .hasSizeBetween(1, 3);
    }
  }

  /// As [OncePerKey], with lookups and webhooks.
  private static final class Reporting implements MessageProvider {
    private final OncePerKey inner;

    Reporting(Fuse fuse) {
      this.inner = new OncePerKey(fuse, 0);
    }

    @Override
    public String key() {
      return inner.key();
    }

    @Override
    public ProviderTraits traits() {
      return new ProviderTraits(Set.of("email"), true, true, 10, false);
    }

    @Override
    public boolean reportsAfter(ProviderState answered) {
      return true;
    }

    @Override
    public HandoffResult send(OutgoingMessage message) {
      return inner.send(message);
    }
  }

  /// Steps of this provider are also the fact by its ID, the job that looks it up, and the settling
  /// of the job of the sender.
  @Test
  @Seed({"S2.8", "S2.17"})
  void a_crash_between_any_two_steps_leaves_one_lookup_and_matches_the_report() throws Exception {
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      Ledger ledger = new ModelLedger();
      Fuse fuse = new Fuse();
      Reporting provider = new Reporting(fuse);
      fuse.left = -1;
      String id = "m" + seed;
      facts(ledger).create(Map.of(id, HELLO));
      int crashes = random.nextInt(4);
      boolean settled = false;
      for (int lease = 1; !settled; lease++) {
        fuse.left = lease <= crashes ? random.nextInt(13) : -1;
        settled = isSettled(fuse, lease(new CrashingLedger(ledger, fuse), provider, id, lease));
        assertThat(lease).as("seed %d", seed).isLessThan(MOST_LEASES);
      }
      String providerMsgId = AttemptId.of(id, 1);
      assertThat(provider.inner.delivered).as("seed %d", seed).containsExactly(providerMsgId);
      assertThat(checks(id)).as("seed %d", seed).isEqualTo(1);
      facts(ledger)
          .reports()
          .report(
              "once",
              new ProviderReport(
                  providerMsgId, MessageEventType.PROVIDER_DELIVERED, ManualClock.START, Map.of()));
      RecordedMessage message = facts(ledger).find(id).orElseThrow();
      assertThat(message.progress().provider().state()).as("seed %d", seed).isEqualTo("delivered");
    }
  }

  /// The server may also crash when the sender has answered and its job is not settled.
  private static boolean isSettled(Fuse fuse, @Nullable Outcome outcome) {
    try {
      fuse.step();
      return outcome instanceof Outcome.Done;
    } catch (Crash crash) {
      return false;
    }
  }

  private long checks(String messageId) {
    return waybill
        .list(JobFilter.ALL.withQueue(CheckJob.queue("once")), Page.Request.first(1_000))
        .items()
        .stream()
        .filter(job -> CheckJob.read(job).messageId().equals(messageId))
        .count();
  }

  private static boolean isHandedOff(Ledger ledger) {
    return facts(ledger).handoff("m").orElseThrow().state().equals("handed_off");
  }

  /// One lease of the job by a new sender; null if it crashed.
  private @Nullable Outcome lease(Ledger ledger, MessageProvider provider, int number)
      throws InterruptedException {
    return lease(ledger, provider, "m", number);
  }

  private @Nullable Outcome lease(Ledger ledger, MessageProvider provider, String id, int number)
      throws InterruptedException {
    MessageSender sender =
        new MessageSender(
            waybill,
            facts(ledger),
            new MessageSender.Shared(
                new ProviderRoutes(List.of(provider), List.of()),
                new RecentContents(),
                new MessageTemplates(ledger, new ManualClock()),
                new SendLimits(Map.of(), null, new ManualClock()),
                new ProviderCalls(CallObserver.NONE)));
    try {
      return sender.handle(
          new TestTask(new SendJob(id, 1).job(HELLO, SendJob.retry(Settings.DEFAULT)), number, 0));
    } catch (Crash crash) {
      return null;
    }
  }

  private static MessageFacts facts(Ledger ledger) {
    return new MessageFacts(
        new MessageFacts.Ports(
            ledger, new ModelBlobs(), new ContentKeys(ledger), new ManualClock()),
        "default");
  }
}
