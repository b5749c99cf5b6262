package dev.waybill.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import dev.waybill.worker.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Restrictions on jobs when a runner has a list of allowed commands.
class AllowedCommandsTest extends ProcessTest {

  @Test
  @Promise("X1")
  void a_list_of_allowed_commands_excludes_all_others() {
    assertThat(limited(shell("true")).errorClass()).isEqualTo("command_not_allowed");
    JobId good = enqueue("{\"command\":\"echo\"}");
    assertThat(runLimited(good).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  @Promise("X1")
  void a_job_cannot_choose_the_shell_that_starts_it_on_a_terminal() {
    Path proof = folder.resolve("proof");
    String shell = "\"SHELL\":\"/bin/bash\",\"BASH_ENV\":\"$(touch " + proof + ")\"";
    JobId id = enqueue("{\"command\":\"echo\",\"pty\":true,\"env\":{" + shell + "}}");
    assertThat(limited(id).errorClass()).isEqualTo("variable_not_allowed");
    assertThat(proof).doesNotExist();
  }

  @Test
  void a_job_cannot_choose_the_terminal_shell_even_if_any_command_is_allowed() {
    JobId id =
        enqueue(
            "{\"command\":\"sh\",\"args\":[\"-c\",\"echo $SHELL\"],\"pty\":true,"
                + "\"env\":{\"SHELL\":\"/bin/false\"}}");
    run(id);
    assertThat(text(id, "stdout")).isEqualTo("/bin/sh\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LD_PRELOAD", "PATH", "ENV", "NODE_OPTIONS", "PYTHONPATH", "ANYTHING"})
  @Promise("X1")
  void a_job_cannot_set_a_variable_that_is_not_allowed(String name) {
    JobId id = enqueue("{\"command\":\"echo\",\"env\":{\"" + name + "\":\"x\"}}");
    Failure failure = limited(id);
    assertThat(failure.errorClass()).isEqualTo("variable_not_allowed");
    assertThat(failure.message()).contains(name);
  }

  @Test
  void a_job_can_set_allowed_variables() {
    JobId id =
        enqueue("{\"command\":\"printenv\",\"args\":[\"COLOR\"],\"env\":{\"COLOR\":\"red\"}}");
    try (ProcessRunner runner =
            runner().allowOnly(Set.of("printenv")).allowVariables(Set.of("COLOR")).open();
        Worker _ = worker(runner).start()) {
      ended(id);
    }
    assertThat(text(id, "stdout")).isEqualTo("red\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LD_PRELOAD", "PATH", "BASH_ENV", "JAVA_TOOL_OPTIONS", "A=B", ""})
  void variables_that_choose_code_cannot_be_allowed(String name) {
    assertThatThrownBy(() -> runner().allowVariables(Set.of(name)))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bin/tool", "./tool", "../tool", ""})
  @Promise("X1")
  void an_allowed_command_is_an_absolute_path_or_a_name(String command) {
    assertThatThrownBy(() -> runner().allowOnly(Set.of(command)))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
  }

  @Test
  @Promise("X1")
  void a_name_is_not_looked_up_in_the_working_directory() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path impostor = Files.writeString(bin.resolve("echo"), "#!/bin/sh\nprintf fooled\n");
    assertThat(impostor.toFile().setExecutable(true)).isTrue();
    Path relative = Path.of("").toAbsolutePath().relativize(bin);
    assertThat(SystemTools.locate("echo", bin, relative + ":.::" + System.getenv("PATH")))
        .hasValueSatisfying(found -> assertThat(found).isAbsolute());
  }

  private Job runLimited(JobId id) {
    try (ProcessRunner runner = runner().allowOnly(Set.of("echo")).open();
        Worker _ = worker(runner).start()) {
      return ended(id);
    }
  }

  private Failure limited(JobId id) {
    Job job = runLimited(id);
    assertThat(job.state()).isEqualTo(State.FAILED);
    return failure(job);
  }
}
