package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.NatsProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands and servers of Waybill on a real nats-server.
@Timeout(180)
final class NatsStoreTest {

  @TempDir private Path folder;
  private NatsProcess nats;

  @BeforeEach
  void startNats() {
    nats = new NatsProcess("-js");
  }

  @AfterEach
  void stopNats() {
    nats.close();
  }

  @Test
  void provisioning_checks_creates_and_finds_streams() {
    Ran looked = Ran.waybill(on("one", "provision", "--check"));
    assertThat(looked.exitCode()).isEqualTo(1);
    assertThat(looked.out()).contains("WB_LEDGER", "missing").doesNotContain("created");

    Ran made = Ran.waybill(on("one", "provision"));
    assertThat(made.exitCode()).isZero();
    assertThat(made.out()).contains("KV_wb_jobs", "created").doesNotContain("missing");

    Ran found = Ran.waybill(on("one", "provision", "--check", "--json"));
    assertThat(found.exitCode()).isZero();
    assertThat(found.out()).contains("{\"name\":\"KV_latest\",\"found\":\"present\",\"drift\":[]}");
  }

  @Test
  void a_different_number_of_replicas_is_drift() {
    Ran.waybill(on("one", "provision"));

    Ran drifted = Ran.waybill(on("one", "provision", "--set", "store.replicas=3"));

    assertThat(drifted.exitCode()).isEqualTo(1);
    assertThat(drifted.out()).contains("replicas is 1, not 3");
    assertThat(doctor("--set", "store.replicas=3").out()).contains("FAIL", "replicas is 1, not 3");
  }

  @Test
  void the_embedded_store_needs_no_provisioning() {
    Ran ran = Ran.waybill("provision", "--data", folder.toString());
    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out()).contains("needs no provisioning");
  }

  @Test
  void the_doctor_reports_whether_nats_answers_and_its_capabilities() {
    assertThat(doctor().out()).contains(nats.url() + " answers");
    Ran.waybill(on("one", "provision"));
    assertThat(doctor().out())
        .contains(
            "opens",
            "survives a process crash",
            "ordering best_effort",
            "listing by any_filter",
            "for several servers",
            "no atomic fan-out",
            "job search");

    nats.stop();

    assertThat(doctor().exitCode()).isEqualTo(1);
    assertThat(doctor().out()).contains("FAIL  store", nats.url());
    nats.restart();
  }

  @Test
  void two_servers_on_one_nats_are_one_service() throws Exception {
    try (Started first = serve("one");
        Started second = serve("two");
        Started worker = work("two")) {
      Ran ran =
          Ran.waybill(
              "submit", "--data", data("one"), "--follow", "--", "sh", "-c", "echo out; exit 3");

      assertThat(ran.out()).isEqualTo("out\n");
      assertThat(ran.exitCode()).isEqualTo(3);
      assertThat(Ran.waybill("jobs", "list", "--data", data("two"), "--state", "dead").out())
          .contains("process");
      assertThat(doctor().out()).contains("is open in the server");
      assertThat(List.of(first, second, worker)).allMatch(one -> one.process().isAlive());
    }
  }

  @Test
  void the_index_is_rebuilt_with_and_without_a_server() throws Exception {
    try (Started server = serve("one")) {
      Ran.waybill("queues", "set", "mails", "--lease-duration", "1m", "--data", data("one"));
      assertThat(Ran.waybill(on("one", "catalog", "rebuild")).out())
          .containsPattern("up to fact \\d+ of \\d+");
      assertThat(server.process().isAlive()).isTrue();
    }
    assertThat(Ran.waybill(on("two", "provision")).exitCode()).isZero();
    Files.createDirectories(folder.resolve("two"));
    assertThat(Ran.waybill(on("two", "catalog", "rebuild")).out())
        .containsPattern("up to fact ([1-9]) of \\1\\b");
  }

  private Started serve(String name) throws Exception {
    Started server = Started.waybill(folder, on(name, "serve", "--port", "0", "--grpc-port", "0"));
    assertThat(server.awaitLine("store")).contains("nats at " + nats.url());
    server.awaitLine("ready");
    return server;
  }

  private Started work(String name) throws Exception {
    return Started.waybill(folder, "work", "--allow", "sh", "--data", data(name));
  }

  private Ran doctor(String... more) {
    return Ran.waybill(
        Stream.concat(
                Stream.of(on("one", "doctor", "--port", "0", "--grpc-port", "0")), Stream.of(more))
            .toArray(String[]::new));
  }

  private String data(String name) {
    return folder.resolve(name).toString();
  }

  private String[] on(String name, String... command) {
    List<String> store =
        List.of(
            "--data", data(name), "--set", "store.type=nats", "--set", "store.url=" + nats.url());
    return Stream.concat(Stream.of(command), store.stream()).toArray(String[]::new);
  }
}
