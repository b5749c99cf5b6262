package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Options that `waybill work` and `waybill submit` refuse before they do anything.
final class WorkAndSubmitOptionsTest {

  private static final int WRONG_USAGE = 2;
  private static final int NOT_FOUND = 4;

  @TempDir private Path folder;

  @Test
  void a_worker_requires_allowed_commands() {
    Ran ran = Ran.waybill("work", "--data", data().toString());
    assertThat(ran.exitCode()).isEqualTo(WRONG_USAGE);
    assertThat(ran.err()).contains("--allow ", "--allow-any");
    assertThat(data()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--allow-any --allow make",
        "--allow-any --allow-env A",
        "--allow bin/make --embedded",
        "--allow make --allow-env LD_PRELOAD --embedded",
        "--allow make --pass-env A=B --embedded",
        "--allow-any --concurrency 0",
        "--allow-any --lease-duration 1ms",
        "--allow-any --queue a/b",
        "--allow-any --name a/b",
      })
  void a_worker_refuses_invalid_options(String options) {
    Ran ran = Ran.waybill(("work --data " + data() + " " + options).split(" "));
    assertThat(ran.err()).startsWith("error: ");
    assertThat(ran.exitCode()).isEqualTo(WRONG_USAGE);
  }

  @Test
  void a_worker_without_a_server_fails_and_does_not_open_the_data_directory() throws Exception {
    Ran missing = Ran.waybill("work", "--allow-any", "--data", data().toString());
    assertThat(missing.exitCode()).isEqualTo(NOT_FOUND);
    assertThat(missing.err()).contains("no server is running", "waybill serve");
    assertThat(data()).doesNotExist();

    assertThat(submit("--", "true").exitCode()).isZero();
    Files.writeString(data().resolve("server.url"), "http://127.0.0.1:1\n");
    Ran killed = Ran.waybill("work", "--allow-any", "--data", data().toString());
    assertThat(killed.exitCode()).isEqualTo(NOT_FOUND);
    assertThat(killed.err()).contains("no server is running");
  }

  @Test
  void submit_creates_no_data_directory_that_was_not_named() {
    Ran ran = Ran.waybill("submit", "--", "true");
    assertThat(ran.exitCode()).isEqualTo(NOT_FOUND);
    assertThat(ran.err()).contains("no server is running");
    assertThat(Path.of("waybill-data")).doesNotExist();
  }

  @Test
  void following_a_job_requires_a_server() {
    assertThat(submit("--", "true").exitCode()).isZero();
    Ran ran = submit("--follow", "--", "true");
    assertThat(ran.exitCode()).isEqualTo(NOT_FOUND);
    assertThat(Ran.waybill("queues", "--data", data().toString(), "--json").out())
        .contains("\"waiting\":1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--timeout abc",
        "--timeout 0s",
        "--timeout 900d",
        "--delay abc",
        "--retries -1",
        "--retries 1000000",
        "--queue a/b",
        "--type a/b",
        "--priority urgent",
        "--env novalue",
        "--env =x",
        "--stdin no-such-file",
        "--payload-file pom.xml",
        "--type t --payload-file pom.xml",
        "--pty --stdin pom.xml",
      })
  void submit_refuses_invalid_options_before_anything_is_stored(String options) {
    Ran ran = submit((options + " -- true").split(" "));
    assertThat(ran.err()).startsWith("error: ");
    assertThat(ran.exitCode()).isEqualTo(WRONG_USAGE);
    assertThat(data()).doesNotExist();
  }

  @Test
  void an_argument_that_is_not_utf8_is_refused() throws Exception {
    List<String> command =
        new ArrayList<>(List.of("/bin/bash", "-c", "exec \"$@\" $'caf\\351'", "bash"));
    command.addAll(Started.command("submit", "--data", data().toString(), "--", "echo"));
    Process submit = new ProcessBuilder(command).inheritIO().start();
    assertThat(submit.waitFor()).isEqualTo(WRONG_USAGE);
    assertThat(data()).doesNotExist();
  }

  @Test
  void a_server_reports_a_port_in_use() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      String[] serve = {"serve", "--data", data().toString(), "--port", port, "--grpc-port", "0"};
      Ran ran = Ran.waybill(serve);
      assertThat(ran.exitCode()).isNotZero();
      assertThat(ran.err()).contains("in use", port, "--port");
      assertThat(data()).doesNotExist();
    }
  }

  private Path data() {
    return folder.resolve("data");
  }

  private Ran submit(String... more) {
    String[] all = new String[more.length + 3];
    all[0] = "submit";
    all[1] = "--data";
    all[2] = data().toString();
    System.arraycopy(more, 0, all, 3, more.length);
    return Ran.waybill(all);
  }
}
