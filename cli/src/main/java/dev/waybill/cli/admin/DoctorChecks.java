package dev.waybill.cli.admin;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.TrustedCertificates;
import dev.waybill.cli.connect.ServerOption;
import dev.waybill.cli.output.DisplayText;
import dev.waybill.engine.EngineOpener;
import dev.waybill.server.AddressFile;
import dev.waybill.server.Ports;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfiguredStore;
import dev.waybill.server.config.Keys;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Key;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks what a server with this configuration needs: disk space, store, ports, TLS files.
final class DoctorChecks {

  private static final long LITTLE_SPACE = 1L << 30;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Config config;
  private final Path directory;

  DoctorChecks(Config config) {
    this.config = config;
    this.directory = config.get(Keys.STORE_PATH);
  }

  /// If a server is running on the data directory, checks that server instead of the ports.
  List<DoctorFinding> findings() {
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(space());
    Optional<String> running = Optional.empty();
    try {
      findings.add(store());
    } catch (WaybillException inUse) {
      running = AddressFile.in(directory).read();
      findings.add(
          running
              .map(
                  address ->
                      DoctorFinding.good("store", directory + " is open in the server " + address))
              .orElseGet(
                  () -> DoctorFinding.bad("store", inUse.getMessage() + "; stop that process")));
    }
    if (running.isPresent()) {
      findings.add(server(running.get()));
    } else {
      findings.add(port(Keys.PORT));
      findings.add(port(Keys.GRPC_PORT));
    }
    config.find(Keys.TLS_CERTIFICATE).ifPresent(file -> findings.add(readable("tls", file)));
    config.find(Keys.TLS_KEY).ifPresent(file -> findings.add(readable("tls", file)));
    return findings;
  }

  private DoctorFinding space() {
    Path there = directory.toAbsolutePath();
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    try {
      long free = Files.getFileStore(there).getUsableSpace();
      String text = (free >> 20) + " MB free at " + there;
      return free >= LITTLE_SPACE
          ? DoctorFinding.good("disk", text)
          : DoctorFinding.bad("disk", text + "; free disk space, or change store.path");
    } catch (IOException unknown) {
      return DoctorFinding.bad(
          "disk", "cannot read the free space of " + there + ": " + unknown.getMessage());
    }
  }

  /// Throws `STORE_LOCKED` if another process has the store open.
  private DoctorFinding store() {
    if (!ConfiguredStore.of(config).isDirectory()) {
      return remoteStore();
    }
    if (!Files.exists(directory)) {
      Path parent = directory.toAbsolutePath().getParent();
      boolean possible = parent != null && Files.isWritable(parent);
      return possible
          ? DoctorFinding.good("store", directory + " will be created at the first start")
          : DoctorFinding.bad("store", directory + " cannot be created; set store.path");
    }
    try (Waybill waybill = Waybill.open(directory)) {
      return DoctorFinding.good(
          "store",
          directory
              + " opens; it contains "
              + waybill.stats().size()
              + " queues; "
              + DisplayText.capabilities(waybill.info().capabilities()));
    } catch (WaybillException failed) {
      if (failed.code() == Code.STORE_LOCKED) {
        throw failed;
      }
      return DoctorFinding.bad("store", String.valueOf(failed.getMessage()));
    }
  }

  /// Creates nothing: `provision` or the first start of a server creates missing parts.
  private DoctorFinding remoteStore() {
    String address = ConfiguredStore.of(config).toString();
    try {
      List<Provisioned> found = EngineOpener.provision(ConfiguredStore.of(config).address(), false);
      if (found.stream().anyMatch(one -> one.outcome() == Outcome.MISSING)) {
        return DoctorFinding.good(
            "store", address + " answers; the first start creates the missing parts");
      }
      Optional<Provisioned> drifted =
          found.stream().filter(one -> !one.drift().isEmpty()).findFirst();
      return drifted.isPresent()
          ? DoctorFinding.bad(
              "store", drifted.get().name() + " at " + address + ": " + drifted.get().drift())
          : opened(address);
    } catch (WaybillException failed) {
      if (failed.code() == Code.STORE_LOCKED) {
        throw failed;
      }
      return DoctorFinding.bad("store", String.valueOf(failed.getMessage()));
    }
  }

  private DoctorFinding opened(String address) {
    try (Backend backend = ConfiguredStore.of(config).open(Settings.DEFAULT)) {
      backend.proveWrite();
      return backend
          .database()
          .trouble()
          .map(trouble -> DoctorFinding.bad("store", address + " opens, but " + trouble))
          .orElseGet(
              () ->
                  DoctorFinding.good(
                      "store",
                      address
                          + " opens; "
                          + DisplayText.capabilities(backend.capabilities())
                          + remarks(backend)));
    }
  }

  private static String remarks(Backend backend) {
    return backend.remarks().stream().map(remark -> "; " + remark).collect(Collectors.joining());
  }

  private DoctorFinding port(Key<Integer> key) {
    return Ports.problem(config, key)
        .map(why -> DoctorFinding.bad("port", why))
        .orElseGet(
            () -> DoctorFinding.good("port", key.name() + " " + config.get(key) + " is free"));
  }

  private static DoctorFinding server(String address) {
    try (HttpClient client = client(ServerOption.ca())) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address + "/readyz")).timeout(TIMEOUT).build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? DoctorFinding.good("server", address + " is ready")
          : DoctorFinding.bad("server", address + " is not ready: " + answer.body());
    } catch (IOException unreachable) {
      return DoctorFinding.bad("server", address + " does not answer: " + unreachable.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return DoctorFinding.bad("server", "interrupted");
    }
  }

  private static HttpClient client(@Nullable Path ca) {
    HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(TIMEOUT);
    return (ca == null ? client : client.sslContext(new TrustedCertificates(ca).context())).build();
  }

  private static DoctorFinding readable(String what, Path file) {
    return Files.isReadable(file)
        ? DoctorFinding.good(what, file + " can be read")
        : DoctorFinding.bad(what, file + " cannot be read; check its path and permissions");
  }
}
