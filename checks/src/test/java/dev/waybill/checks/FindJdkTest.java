package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The JDK that the scripts choose. The directories contain no real JDK: finding one starts no JVM.
final class FindJdkTest {

  @TempDir Path folder;

  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void nothing_is_installed() {
    environment.put("PATH", folder.resolve("empty").toString());
    environment.put("HOME", folder.resolve("empty").toString());
    environment.put("WAYBILL_JDK_DIRS", folder.resolve("jvm") + "/*");
  }

  @Test
  void without_a_jdk_the_launcher_lists_what_it_checked_and_what_to_install() throws IOException {
    jdk("jvm/old", "17.0.15", true);
    Ran ran = Ran.program(environment, "/bin/bash", "./waybill", "version");
    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(ran.output())
        .contains("needs a JDK 25 or newer", "jvm/old (Java 17.0.15)", "JAVA_HOME")
        .contains("apt install", "dnf install", "brew install", "sdk install");
  }

  @Test
  void the_launcher_finds_its_home_through_a_link_from_any_directory() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), Repository.ROOT.resolve("waybill"));
    program("empty/readlink", "exec /usr/bin/readlink \"$@\"");
    Ran ran = Ran.program(folder, environment, "/bin/bash", "./link", "version");
    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(ran.output()).startsWith("Waybill needs a JDK");
  }

  @Test
  void java_on_the_path_is_followed_to_its_home() throws IOException {
    jdk("jvm/newest", "26.0.1", true);
    jdk("elsewhere", "25.0.3", true);
    program("empty/readlink", "exec /usr/bin/readlink \"$@\"");
    Files.createSymbolicLink(folder.resolve("empty/java"), Path.of("../elsewhere/bin/java"));
    assertThat(found()).isEqualTo(folder.resolve("elsewhere").toRealPath() + " 25.0.3");
  }

  @Test
  void java_home_comes_first_if_it_is_new_enough() throws IOException {
    jdk("jvm/newest", "26.0.1", true);
    environment.put("JAVA_HOME", jdk("mine", "25.0.3", true).toString());
    assertThat(found()).isEqualTo(folder.resolve("mine") + " 25.0.3");
  }

  @Test
  void java_home_is_skipped_if_it_is_too_old() throws IOException {
    jdk("jvm/new", "25", true);
    environment.put("JAVA_HOME", jdk("mine", "21.0.9", true).toString());
    assertThat(found()).isEqualTo(folder.resolve("jvm/new") + " 25");
  }

  @Test
  void the_newest_version_in_the_usual_directories_is_chosen_by_number() throws IOException {
    jdk("jvm/a", "25.0.10", true);
    jdk("jvm/b", "25.0.9", true);
    jdk("jvm/c", "1.8.0_412", true);
    assertThat(found()).isEqualTo(folder.resolve("jvm/a") + " 25.0.10");
  }

  @Test
  void a_directory_without_a_compiler_is_ignored() throws IOException {
    jdk("jvm/runtime only", "26.0.1", false);
    jdk("jvm/with space", "25-ea", true);
    assertThat(found()).isEqualTo(folder.resolve("jvm/with space") + " 25-ea");
  }

  private String found() throws IOException {
    String script = ". scripts/find-jdk.sh; find_jdk && echo \"$JDK_HOME $JDK_VERSION\"";
    return Ran.program(environment, "/bin/bash", "-c", script).output().strip();
  }

  private Path jdk(String name, String version, boolean compiler) throws IOException {
    Path home = folder.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "OS=x\nJAVA_VERSION=\"" + version + "\"\n");
    program(name + "/bin/java", "");
    if (compiler) {
      program(name + "/bin/javac", "");
    }
    return home;
  }

  private void program(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + content + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
