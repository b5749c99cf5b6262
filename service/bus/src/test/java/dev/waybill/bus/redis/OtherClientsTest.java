package dev.waybill.bus.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.bus.BusProvider;
import dev.waybill.conformance.RedisProcess;
import dev.waybill.conformance.Seed;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.TopicEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs in other languages use the stream directly, as the specification of the bus describes
/// it. `scripts/fetch-redis-clients.sh` fetches their clients.
class OtherClientsTest {

  private static final String STREAM = "events.free-food";
  private static final Path CLIENTS = Path.of("../../.build/tools/redis-clients").toAbsolutePath();
  private static final Path PROGRAMS = Path.of("src/test/resources").toAbsolutePath();

  @TempDir private Path folder;
  private RedisProcess server;
  private Waybill waybill;

  @BeforeEach
  void open() {
    server = new RedisProcess("--save", "");
    String binding = "free-food=" + server.url() + "/" + STREAM;
    waybill =
        Waybill.open(folder, Settings.DEFAULT.withServiceSetting(BusProvider.BINDINGS, binding));
    waybill.topics().subscribe(Subscription.of("free-food", "mail", "mails"));
  }

  @AfterEach
  void close() {
    waybill.close();
    server.close();
  }

  @Test
  @Seed({"S3.2", "S3.3", "S3.4"})
  void an_event_of_the_python_producer_is_delivered() throws Exception {
    python("produce");
    assertThat(delivered()).contains("\"event_id\": \"py-1\"", "\"llm_confidence\": 0.93");
  }

  @Test
  void an_event_that_the_python_consumer_puts_back_after_an_error_is_not_delivered_again()
      throws Exception {
    waybill.topics().publish("free-food", TopicEvent.of(BusTest.event("e1")));
    assertThat(delivered()).isEqualTo(BusTest.event("e1"));
    assertThat(python("fail")).isEqualTo("e1 1 no oven");
    waybill.topics().publish("free-food", TopicEvent.of(BusTest.event("e2")));
    assertThat(delivered()).isEqualTo(BusTest.event("e2"));
    JobFilter dead = JobFilter.ALL.withStates(State.DEAD);
    assertThat(waybill.list(dead, Page.Request.first(10)).items()).isEmpty();
  }

  @Test
  void an_event_of_a_node_producer_with_one_field_per_key_is_delivered() throws Exception {
    node("produce");
    assertThat(delivered()).contains("\"event_id\":\"node-1\"", "\"retries\":0");
  }

  @Test
  void a_node_consumer_reads_what_waybill_publishes() throws Exception {
    waybill.topics().publish("free-food", TopicEvent.of(BusTest.event("e1")));
    assertThat(node("consume")).isEqualTo("Free Pizza Night");
  }

  private String delivered() {
    List<Lease> leases =
        waybill.lease(LeaseRequest.of("mails", "w").withPatience(Duration.ofSeconds(30)));
    assertThat(leases).hasSize(1);
    Job job = leases.getFirst().job();
    return new String(job.payload().bytesWithoutCopy(), StandardCharsets.UTF_8);
  }

  private String python(String action) throws IOException, InterruptedException {
    ProcessBuilder program =
        new ProcessBuilder(
            "/usr/bin/python3",
            PROGRAMS.resolve("bus_client.py").toString(),
            String.valueOf(server.port()),
            action,
            STREAM);
    program.environment().put("PYTHONPATH", CLIENTS.resolve("python").toString());
    return run(program);
  }

  private String node(String action) throws IOException, InterruptedException {
    ProcessBuilder program =
        new ProcessBuilder(
            "node",
            PROGRAMS.resolve("bus_client.cjs").toString(),
            String.valueOf(server.port()),
            action,
            STREAM);
    program.environment().put("NODE_PATH", CLIENTS.resolve("node/node_modules").toString());
    return run(program);
  }

  private static String run(ProcessBuilder program) throws IOException, InterruptedException {
    Process process = program.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }
}
