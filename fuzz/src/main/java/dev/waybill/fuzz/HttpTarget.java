package dev.waybill.fuzz;

import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.McpMode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/// A complete HTTP server with `/mcp`: method, path with query, content type and body. It must
/// never return 500.
final class HttpTarget implements FuzzTarget {

  private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

  /// Long polls and event streams keep the response open on purpose.
  private static final int PATIENCE_MILLIS = 2_000;

  private static final Set<Integer> FINDINGS = Set.of(500, 501, 502, 504);

  private final int port =
      WaybillServer.start(
              Stores.temporary(),
              ServerSettings.DEFAULT
                  .withPort(0)
                  .withHttp(HttpLimits.DEFAULT.withMcp(McpMode.CHANGE)))
          .port();

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 4);
    byte[] head = head(parts).getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(joined(head, parts.get(3)));
      socket.getOutputStream().flush();
      judge(statusLine(socket.getInputStream()), parts);
    } catch (SocketTimeoutException waiting) {
      return;
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }

  private static void judge(String line, List<byte[]> parts) {
    List<String> words = List.of(line.split(" ", 3));
    if (words.size() < 2 || FINDINGS.contains(Integer.parseInt(words.get(1)))) {
      throw new IllegalStateException("answer \"" + line + "\" to " + head(parts));
    }
  }

  private static String head(List<byte[]> parts) {
    return Input.choice(parts.get(0), METHODS)
        + " /"
        + escaped(parts.get(1), " ")
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: "
        + escaped(parts.get(2), "")
        + "\r\nContent-Length: "
        + parts.get(3).length
        + "\r\n\r\n";
  }

  /// Escapes all bytes that are not allowed in a request head.
  private static String escaped(byte[] part, String alsoEscaped) {
    StringBuilder text = new StringBuilder();
    for (byte each : part) {
      boolean plain = each >= ' ' && each < 0x7F && alsoEscaped.indexOf(each) < 0;
      text.append(plain ? (char) each : "%" + HexFormat.of().toHexDigits(each));
    }
    return text.toString();
  }

  private static byte[] joined(byte[] head, byte[] body) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(head.length + body.length);
    all.writeBytes(head);
    all.writeBytes(body);
    return all.toByteArray();
  }

  private static String statusLine(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\r'; next = in.read()) {
      line.append((char) next);
    }
    return line.toString();
  }
}
