package dev.waybill.backend.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.waybill.conformance.LoopbackProxy;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A proxy before a PostgreSQL server that can cut a connection between a commit and its answer.
final class CommitCutter implements AutoCloseable {

  private static final Pattern PREPARED = Pattern.compile("(S_\\d+)\0COMMIT");

  private final LoopbackProxy proxy;
  private volatile boolean armed;
  private volatile String wanted = "";

  CommitCutter(int target) {
    proxy = new LoopbackProxy(target, CommitLine::new);
  }

  int port() {
    return proxy.port();
  }

  /// The next commit reaches the server, and its answer is lost.
  void arm() {
    wanted = "";
    armed = true;
  }

  /// The next statement with these words reaches the server, and its answer is lost. The driver
  /// sends the words of a statement until it has prepared it.
  void arm(String words) {
    wanted = words;
    armed = true;
  }

  int cuts() {
    return proxy.cuts();
  }

  @Override
  public void close() {
    proxy.close();
  }

  /// One connection. The driver prepares its commit once and refers to it by name then.
  private final class CommitLine implements LoopbackProxy.Line {

    private String commit = "COMMIT";
    private volatile boolean cut;

    @Override
    public int toServer(byte[] bytes, int count) {
      String sent = new String(bytes, 0, count, ISO_8859_1);
      if (armed && sent.contains(wanted.isEmpty() ? commit : wanted)) {
        armed = false;
        cut = true;
      }
      Matcher prepared = PREPARED.matcher(sent);
      if (prepared.find()) {
        commit = "\0" + prepared.group(1) + "\0";
      }
      return count;
    }

    @Override
    public int toClient(byte[] bytes, int count) {
      return cut ? 0 : count;
    }
  }
}
