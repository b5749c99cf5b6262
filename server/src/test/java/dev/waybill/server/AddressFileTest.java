package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AddressFileTest {

  @TempDir private Path folder;

  @Test
  void only_the_owner_of_the_data_directory_can_read_the_address() throws IOException {
    AddressFile file = AddressFile.in(folder);
    file.write("http://127.0.0.1:7878/a/longer/one");
    file.write("http://127.0.0.1:7878");
    assertThat(file.read()).contains("http://127.0.0.1:7878");
    Path written = folder.resolve("server.url");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(written)))
        .isEqualTo("rw-------");
    file.close();
    assertThat(written).doesNotExist();
  }
}
