package dev.waybill.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Answers each request with the next thing it was told to say, byte by byte as it is.
public final class ScriptedServer implements AutoCloseable {

  /// Instead of an answer: hang up.
  public static final String HANG_UP = "";

  private final ServerSocket door;
  private final Queue<String> script = new ConcurrentLinkedQueue<>();
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();

  public ScriptedServer() throws IOException {
    door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + door.getLocalPort());
  }

  public void says(String answer) {
    script.add(answer);
  }

  public void hangUp() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  public int connections() {
    return connections.get();
  }

  /// The lines of the head of the first request that was not asked for yet.
  public String heard() {
    return heard.remove();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = door.accept();
        connections.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().start(() -> talk(socket));
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  private void talk(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      while (hear(in)) {
        String answer = script.poll();
        if (answer == null) {
          // Says nothing; the client has to give up.
          in.read();
          return;
        }
        if (answer.equals(HANG_UP)) {
          return;
        }
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        if (!answer.startsWith("HTTP/1.1 200") || !answer.contains("\r\n\r\n")) {
          return;
        }
      }
    } catch (IOException gone) {
      // the client hung up
    }
  }

  private boolean hear(BufferedReader in) throws IOException {
    StringBuilder head = new StringBuilder();
    int length = 0;
    String line = in.readLine();
    while (line != null && !line.isEmpty()) {
      head.append(line).append('\n');
      length = line.startsWith("Content-Length: ") ? Integer.parseInt(line.substring(16)) : length;
      line = in.readLine();
    }
    for (int i = 0; i < length; i++) {
      in.read();
    }
    heard.add(head.toString());
    return line != null;
  }

  @Override
  public void close() throws IOException {
    door.close();
    hangUp();
  }
}
