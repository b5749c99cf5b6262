package dev.waybill.server.http;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The changes of many jobs that run in this server, and the last ones that have ended. They are
/// not kept over a restart: what was changed is, and asking again changes the rest.
final class Operations implements AutoCloseable {

  private static final int KEPT = 200;

  private record Key(String tenant, String id) {}

  private final Map<Key, Operation> known = new LinkedHashMap<>();
  private final int mostRunning;
  private boolean closed;

  Operations(int mostRunning) {
    this.mostRunning = mostRunning;
  }

  /// Starts an operation under a name, or answers the one that has this name already. The same name
  /// with another request is refused.
  synchronized Operation start(Call call, OperationRequest request, Optional<String> name) {
    Key key = new Key(call.caller().tenant(), name.orElseGet(() -> UUID.randomUUID().toString()));
    Operation same = known.get(key);
    if (same != null) {
      return sameRequest(same, request);
    }
    makeRoom();
    Operation operation = new Operation(key.id(), call.waybill(), request);
    known.put(key, operation);
    Thread.ofVirtual().name("waybill-operation").start(operation);
    return operation;
  }

  private static Operation sameRequest(Operation same, OperationRequest request) {
    if (!same.request().equals(request)) {
      throw new WaybillException(
          Code.REQUEST_ID_CONFLICT, "this Idempotency-Key began another operation");
    }
    return same;
  }

  private void makeRoom() {
    long running =
        known.values().stream()
            .filter(operation -> operation.progress() == Operation.Progress.RUNNING)
            .count();
    if (closed || running >= mostRunning) {
      throw new HttpRefusal(
          HttpCode.TOO_MANY_OPERATIONS,
          running + " operations run, which is the most there may be",
          Map.of("Retry-After", "5"));
    }
    List<Key> ended =
        known.entrySet().stream()
            .filter(entry -> entry.getValue().progress() != Operation.Progress.RUNNING)
            .map(Map.Entry::getKey)
            .toList();
    int surplus = Math.max(0, Math.min(ended.size(), known.size() - KEPT + 1));
    ended.subList(0, surplus).forEach(known::remove);
  }

  synchronized Operation find(String tenant, String id) {
    Operation operation = known.get(new Key(tenant, id));
    if (operation == null) {
      throw new WaybillException(Code.NOT_FOUND, "there is no such operation");
    }
    return operation;
  }

  /// Those of one tenant, newest first.
  synchronized List<Operation> list(String tenant) {
    List<Operation> theirs = new ArrayList<>();
    known.forEach(
        (key, operation) -> {
          if (key.tenant().equals(tenant)) {
            theirs.addFirst(operation);
          }
        });
    return theirs;
  }

  @Override
  public synchronized void close() {
    closed = true;
    known.values().forEach(Operation::cancel);
  }
}
