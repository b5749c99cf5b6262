package dev.waybill.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.NewAccessKey;
import dev.waybill.admin.Scope;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Keys in a real store.
final class KeysAtRestTest {

  private @TempDir Path folder;

  @Test
  void no_file_of_the_store_contains_a_key() throws IOException {
    CreatedKey made;
    try (Backend store = open()) {
      made = keys(store).create("acme", wanted());
      keys(store).authenticate(new Credentials("Bearer " + made.text()));
    }
    assertThat(filesWith(made.text())).isEmpty();
    assertThat(filesWith(made.text().substring(4, 40))).isEmpty();
    assertThat(filesWith(made.key().id())).isNotEmpty();
  }

  @Test
  void keys_and_revocations_survive_a_restart() {
    CreatedKey kept;
    CreatedKey revoked;
    try (Backend store = open()) {
      kept = keys(store).create("acme", wanted());
      revoked = keys(store).create("acme", wanted());
      keys(store).revoke("acme", revoked.key().id());
    }
    try (Backend store = open()) {
      AccessKeys keys = keys(store);
      assertThat(keys.isUntouched()).isFalse();
      assertThat(keys.authenticate(new Credentials("Bearer " + kept.text()))).isPresent();
      assertThat(keys.authenticate(new Credentials("Bearer " + revoked.text()))).isEmpty();
    }
  }

  private Backend open() {
    return EngineOpener.backend(folder.toUri(), Settings.DEFAULT);
  }

  private static AccessKeys keys(Backend store) {
    return new AccessKeys(store.ledger(), InstantSource.system());
  }

  private static NewAccessKey wanted() {
    return new NewAccessKey(Set.of(Scope.READ), "test", null);
  }

  private List<Path> filesWith(String text) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).filter(file -> holds(file, text)).toList();
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException unreadable) {
      throw new java.io.UncheckedIOException(unreadable);
    }
  }
}
