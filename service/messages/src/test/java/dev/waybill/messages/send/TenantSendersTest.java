package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.conformance.ManualClock;
import dev.waybill.message.NewMessage;
import dev.waybill.settings.Settings;
import dev.waybill.worker.TenantWorkers;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TenantSendersTest {

  private @TempDir Path folder;

  @Test
  void the_worker_of_a_tenant_without_messages_ends_after_a_minute_and_a_new_one_starts() {
    ManualClock clock = new ManualClock();
    List<String> started = new ArrayList<>();
    try (Waybill waybill = Waybill.open(folder, Settings.DEFAULT);
        TenantWorkers senders =
            new TenantWorkers(
                tenant -> {
                  started.add(tenant);
                  return Worker.builder(waybill.tenant(tenant))
                      .queue("q")
                      .handle("t", _ -> Outcome.done())
                      .start();
                },
                clock)) {
      senders.open("a");
      senders.open("b");
      clock.advance(Duration.ofSeconds(59));
      senders.open("b");
      senders.idle("a");
      clock.advance(Duration.ofSeconds(1));
      senders.idle("a");
      senders.idle("b");
      senders.open("a");
      senders.open("b");
      assertThat(started).containsExactly("a", "b", "a");
    }
  }

  @Test
  void after_a_restart_the_messages_of_every_tenant_are_sent() {
    try (Waybill waybill = Waybill.open(folder, Settings.DEFAULT)) {
      for (int i = 0; i < 20; i++) {
        waybill.tenant("t" + i).pause(SendJob.QUEUE);
        waybill.tenant("t" + i).messages().send(message());
      }
    }
    try (Waybill waybill = Waybill.open(folder, Settings.DEFAULT)) {
      for (int i = 0; i < 20; i++) {
        waybill.tenant("t" + i).resume(SendJob.QUEUE);
      }
      eventually(
          () -> {
            for (int i = 0; i < 20; i++) {
              assertThat(waybill.tenant("t" + i).stats(SendJob.QUEUE).waiting()).isZero();
            }
          });
    }
  }

  private static NewMessage message() {
    return NewMessage.builder("email", "ada@example.org").text("Hello").build();
  }
}
