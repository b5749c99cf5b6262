package dev.waybill.bench.peer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// The limit of the machine for uploads: a server in its own process that writes each body to a
/// file, syncs file and directory, and answers.
public final class BareUploads implements AutoCloseable {

  private static final int BACKLOG = 128;
  private static final int ACCEPTED = 202;

  private final Process process;
  private final URI address;

  private BareUploads(Process process, URI address) {
    this.process = process;
    this.address = address;
  }

  /// @param heap an option for the JVM
  public static BareUploads start(Path folder, String heap) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            heap,
            "-cp",
            System.getProperty("java.class.path"),
            BareUploads.class.getName(),
            folder.toString());
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String port = process.inputReader(StandardCharsets.UTF_8).readLine();
      return new BareUploads(process, URI.create("http://127.0.0.1:" + port));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public URI http() {
    return address;
  }

  /// Runs in the other process: serves until it is ended.
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    AtomicInteger count = new AtomicInteger();
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, BACKLOG);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", exchange -> store(exchange, folder, count.incrementAndGet()));
    server.start();
    System.out.println(server.getAddress().getPort());
  }

  private static void store(HttpExchange exchange, Path folder, int number) throws IOException {
    try (exchange;
        FileChannel file =
            FileChannel.open(
                folder.resolve(Integer.toString(number)),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE);
        FileChannel directory = FileChannel.open(folder)) {
      exchange.getRequestBody().transferTo(Channels.newOutputStream(file));
      file.force(true);
      directory.force(true);
      exchange.sendResponseHeaders(ACCEPTED, -1);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
