package dev.waybill.client;

import static dev.waybill.client.RemoteWaybillTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
final class RemoteDownloadTest {

  private static final JobId ID = new JobId(1, 2);
  private static final String SIX = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n";

  private static final String VERSIONED =
      "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 6\r\n\r\n";

  private ScriptedServer server;
  private Waybill remote;

  @BeforeEach
  void connect() throws IOException {
    server = new ScriptedServer();
    remote = Waybill.connect(server.address());
  }

  @AfterEach
  void close() throws IOException {
    remote.close();
    server.close();
  }

  @Test
  void a_download_returns_the_stored_payload_and_result(@TempDir Path folder) throws IOException {
    byte[] payload = random(5_000_000);
    byte[] result = random(3_000_000);
    try (Served served = Served.in(folder);
        Waybill far = served.connect()) {
      Waybill near = served.store();
      JobId id = near.enqueue(NewJob.builder("t").payload(Payload.wrap(payload)).build()).id();
      assertFails(Code.NOT_FOUND, () -> far.openResult(id));
      Lease lease = near.lease(LeaseRequest.of("default", "w")).getFirst();
      near.settle(lease.token(), new Outcome.Done(Payload.wrap(result)));
      for (Waybill waybill : List.of(near, far)) {
        assertThat(read(waybill.openPayload(id))).isEqualTo(payload);
        assertThat(read(waybill.openResult(id))).isEqualTo(result);
      }
      assertFails(Code.NOT_FOUND, () -> far.openPayload(ID));
    }
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static byte[] read(InputStream stream) throws IOException {
    try (stream) {
      return stream.readAllBytes();
    }
  }

  @Test
  void opening_a_download_is_retried_during_an_outage() throws IOException {
    server.says("HTTP/1.1 503 Away\r\nContent-Length: 0\r\n\r\n");
    server.says(SIX + "abcdef");
    assertThat(read(remote.openPayload(ID))).asString().isEqualTo("abcdef");
  }

  @Test
  void a_broken_download_fails() throws IOException {
    server.says(SIX + "abc");
    try (InputStream payload = remote.openPayload(ID)) {
      assertThat(payload.readNBytes(3)).hasSize(3);
      server.hangUp();
      assertFails(Code.UNAVAILABLE, payload::read);
    }
  }

  @Test
  void a_download_that_breaks_continues_at_the_next_byte() throws IOException {
    server.says(VERSIONED + "abc");
    try (InputStream payload = remote.openPayload(ID)) {
      assertThat(payload.readNBytes(3)).asString().isEqualTo("abc");
      server.says(
          "HTTP/1.1 206 Partial\r\nContent-Range: bytes 3-5/6\r\nContent-Length: 3\r\n\r\ndef");
      server.hangUp();
      assertThat(payload.readAllBytes()).asString().isEqualTo("def");
    }
    assertThat(server.heard()).doesNotContain("Range");
    assertThat(server.heard()).contains("Range: bytes=3-\n", "If-Range: \"v1\"\n");
  }

  @Test
  void a_download_of_other_content_does_not_continue() throws IOException {
    server.says(VERSIONED + "abc");
    try (InputStream payload = remote.openPayload(ID)) {
      assertThat(payload.readNBytes(3)).hasSize(3);
      server.says(SIX + "uvwxyz");
      server.hangUp();
      assertFails(Code.UNAVAILABLE, payload::read);
    }
  }

  @Test
  void a_closed_download_does_not_continue() throws IOException {
    server.says(VERSIONED + "abc");
    server.says(
        "HTTP/1.1 206 Partial\r\nContent-Range: bytes 3-5/6\r\nContent-Length: 3\r\n\r\ndef");
    InputStream payload = remote.openPayload(ID);
    assertThat(payload.readNBytes(3)).hasSize(3);
    payload.close();
    assertFails(Code.CLOSED, payload::read);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void a_download_survives_cuts_of_its_connection(@TempDir Path folder) throws IOException {
    byte[] payload = random(8_000_000);
    try (Served served = Served.in(folder);
        CuttingProxy proxy = CuttingProxy.to(served.port());
        Waybill far = Waybill.connect(proxy.address())) {
      NewJob job = NewJob.builder("t").payload(Payload.wrap(payload)).build();
      try (InputStream download = far.openPayload(served.store().enqueue(job).id())) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        for (int i = 0; i < 4; i++) {
          read.write(download.readNBytes(1_000_000));
          proxy.cutAll();
        }
        read.write(download.readAllBytes());
        assertThat(read.toByteArray()).isEqualTo(payload);
      }
    }
  }

  @Test
  void closing_ends_a_download() throws IOException {
    server.says(SIX + "abc");
    try (InputStream payload = remote.openPayload(ID)) {
      assertThat(payload.readNBytes(3)).hasSize(3);
      remote.close();
      assertFails(Code.CLOSED, payload::read);
    }
    assertFails(Code.CLOSED, () -> remote.openResult(ID));
  }
}
