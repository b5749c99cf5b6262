package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.server.http.api.HttpLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Many readers of one job at once, each on its own connection.
@Timeout(120)
final class ManyStreamsTest {

  /// Both ends of every connection are in this process, whose number of open files is limited.
  private static final int STREAMS = Integer.getInteger("waybill.streams", 1_000);

  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir private Path folder;

  @Test
  void every_stream_gets_every_event_and_the_end() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withTimes(LONG, LONG, LONG, LONG);
    try (Running running = Running.in(folder, limits);
        Readers readers = new Readers(running.address("/").getPort())) {
      JobId job = running.waybill().enqueue(NewJob.of("t", "")).id();
      LeaseRequest request =
          LeaseRequest.of("default", "w").withLeaseDuration(Duration.ofMinutes(5));
      Lease lease = running.waybill().lease(request).getFirst();
      for (int i = 0; i < STREAMS; i++) {
        readers.open("/v1/jobs/" + job + "/events");
      }
      readers.readUntil("HTTP/1.1 200");
      assertThat(running.load().streams()).isEqualTo(STREAMS);
      running.waybill().publish(lease.token(), List.of(NewEvent.of(7, "step", "1")));
      readers.readUntil("id: 1.7\n");
      running
          .waybill()
          .settle(List.of(new Settlement(lease.token(), new Outcome.Done(lease.job().payload()))));
      readers.readUntil("event: end\n");
      eventually(() -> assertThat(running.load().streams()).isZero());
    }
  }

  /// Raw connections, all read by one thread.
  private static final class Readers implements AutoCloseable {

    private final Selector selector;
    private final InetSocketAddress address;
    private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);

    Readers(int port) throws IOException {
      selector = Selector.open();
      address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    void open(String path) throws IOException {
      SocketChannel channel = SocketChannel.open(address);
      String request =
          "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, "");
    }

    /// Reads until every connection has received this text.
    void readUntil(String text) throws IOException {
      long waiting = selector.keys().stream().filter(key -> !hasSaid(key, text)).count();
      while (waiting > 0) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          boolean before = hasSaid(key, text);
          read(key);
          waiting -= !before && hasSaid(key, text) ? 1 : 0;
        }
        selector.selectedKeys().clear();
      }
    }

    private static boolean hasSaid(SelectionKey key, String text) {
      return ((String) key.attachment()).contains(text);
    }

    private void read(SelectionKey key) throws IOException {
      buffer.clear();
      if (((SocketChannel) key.channel()).read(buffer) < 0) {
        key.interestOps(0);
      }
      key.attach(key.attachment() + StandardCharsets.UTF_8.decode(buffer.flip()).toString());
    }

    @Override
    public void close() {
      try {
        for (SelectionKey key : selector.keys()) {
          key.channel().close();
        }
        selector.close();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }
}
