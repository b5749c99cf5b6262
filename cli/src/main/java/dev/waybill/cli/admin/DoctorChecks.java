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
import org.jspecify.annotations.Nullable;

/// Looks at what a server with this configuration would need.
final class DoctorChecks {

  private static final long LITTLE_SPACE = 1L << 30;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Config config;
  private final Path folder;

  DoctorChecks(Config config) {
    this.config = config;
    this.folder = config.get(Keys.STORE_PATH);
  }

  /// A server that runs has the folder and the ports; then it is asked instead.
  List<DoctorFinding> findings() {
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(space());
    Optional<String> running = Optional.empty();
    try {
      findings.add(store());
    } catch (WaybillException inUse) {
      running = AddressFile.in(folder).read();
      findings.add(
          running
              .map(
                  address ->
                      DoctorFinding.good("store", folder + " is open in the server " + address))
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
    Path there = folder.toAbsolutePath();
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    try {
      long free = Files.getFileStore(there).getUsableSpace();
      String text = (free >> 20) + " MB are free at " + there;
      return free >= LITTLE_SPACE
          ? DoctorFinding.good("disk", text)
          : DoctorFinding.bad("disk", text + "; free some, or move store.path");
    } catch (IOException unknown) {
      return DoctorFinding.bad(
          "disk", "cannot tell the space at " + there + ": " + unknown.getMessage());
    }
  }

  /// Throws where another process has the store open.
  private DoctorFinding store() {
    if (!ConfiguredStore.of(config).isDirectory()) {
      return remoteStore();
    }
    if (!Files.exists(folder)) {
      Path parent = folder.toAbsolutePath().getParent();
      boolean possible = parent != null && Files.isWritable(parent);
      return possible
          ? DoctorFinding.good("store", folder + " will be created at the first start")
          : DoctorFinding.bad("store", folder + " cannot be created; set store.path");
    }
    try (Waybill waybill = Waybill.open(folder)) {
      return DoctorFinding.good(
          "store",
          folder
              + " opens; it has "
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

  /// Makes nothing: what is missing is for `provision`, or for the first start.
  private DoctorFinding remoteStore() {
    String store = ConfiguredStore.of(config).toString();
    try {
      List<Provisioned> found = EngineOpener.provision(ConfiguredStore.of(config).address(), false);
      if (found.stream().anyMatch(one -> one.outcome() == Outcome.MISSING)) {
        return DoctorFinding.good(
            "store", store + " answers; what it lacks will be created at the first start");
      }
      Optional<Provisioned> drifted =
          found.stream().filter(one -> !one.drift().isEmpty()).findFirst();
      return drifted.isPresent()
          ? DoctorFinding.bad(
              "store", drifted.get().name() + " at " + store + ": " + drifted.get().drift())
          : DoctorFinding.good("store", opened(store));
    } catch (WaybillException failed) {
      if (failed.code() == Code.STORE_LOCKED) {
        throw failed;
      }
      return DoctorFinding.bad("store", String.valueOf(failed.getMessage()));
    }
  }

  private String opened(String store) {
    try (Backend backend =
        EngineOpener.backend(ConfiguredStore.of(config).address(), Settings.DEFAULT)) {
      return store + " opens; " + DisplayText.capabilities(backend.capabilities());
    }
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
          HttpRequest.newBuilder(URI.create(address + "/readyz")).timeout(PATIENCE).build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? DoctorFinding.good("server", address + " is ready")
          : DoctorFinding.bad("server", address + " is not ready: " + answer.body());
    } catch (IOException unreachable) {
      return DoctorFinding.bad("server", address + " does not answer: " + unreachable.getMessage());
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
      return DoctorFinding.bad("server", "interrupted");
    }
  }

  private static HttpClient client(@Nullable Path ca) {
    HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(PATIENCE);
    return (ca == null ? client : client.sslContext(new TrustedCertificates(ca).context())).build();
  }

  private static DoctorFinding readable(String what, Path file) {
    return Files.isReadable(file)
        ? DoctorFinding.good(what, file + " can be read")
        : DoctorFinding.bad(what, file + " cannot be read; check its path and rights");
  }
}
