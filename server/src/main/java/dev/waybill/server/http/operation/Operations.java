package dev.waybill.server.http.operation;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.operation.OperationRecord.Checkpoint;
import dev.waybill.service.BulkWalk;
import dev.waybill.wire.job.OperationJson.Progress;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The bulk operations of all tenants. When a server stops, another one, or the same after a
/// restart, continues its operations.
public final class Operations {

  private static final System.Logger LOG = System.getLogger(Operations.class.getName());
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Waybill waybill;
  private final OperationBook book;
  private final HttpLimits.BulkLimits limits;
  private final Map<OperationBook.Key, Operation> running = new HashMap<>();
  private boolean closed;

  public Operations(Waybill waybill, OperationBook book, HttpLimits.BulkLimits limits) {
    this.waybill = waybill;
    this.book = book;
    this.limits = limits;
  }

  /// Starts an operation under an idempotency key, or returns the one that has this key. Refuses
  /// another request with the same key.
  public synchronized OperationRecord start(
      String tenant, BulkWalk.Request request, Optional<String> name) {
    book.follow();
    String id = name.orElseGet(() -> UUID.randomUUID().toString());
    Optional<OperationRecord> same = book.find(tenant, id);
    if (same.isPresent()) {
      return sameRequest(current(same.get()), request);
    }
    checkRoom(tenant);
    OperationRecord record = OperationRecord.started(tenant, id, request, book.now());
    book.write(record);
    run(record);
    return record;
  }

  private void run(OperationRecord record) {
    Operation operation = new Operation(record, waybill.tenant(record.tenant()), book);
    running.put(new OperationBook.Key(record.tenant(), record.id()), operation);
    Thread.ofVirtual().name("waybill-operation").start(operation);
  }

  private static OperationRecord sameRequest(OperationRecord same, BulkWalk.Request request) {
    if (!same.request().equals(request)) {
      throw new WaybillException(
          Code.REQUEST_ID_CONFLICT, "this Idempotency-Key was used for another operation");
    }
    return same;
  }

  private void checkRoom(String tenant) {
    running.values().removeIf(Operation::isOver);
    long theirs = book.list(tenant).stream().filter(OperationRecord::isRunning).count();
    if (theirs >= limits.operationsPerTenant()) {
      throw tooMany(
          "a tenant may have "
              + limits.operationsPerTenant()
              + " operations at a time (limits.operations_per_tenant)");
    }
    if (closed || running.size() >= limits.operations()) {
      throw tooMany("this server has reached its limit of operations; try again later");
    }
  }

  private static HttpRefusal tooMany(String detail) {
    return new HttpRefusal(HttpCode.TOO_MANY_OPERATIONS, detail, Map.of("Retry-After", "5"));
  }

  public synchronized OperationRecord find(String tenant, String id) {
    book.follow();
    return book.find(tenant, id)
        .map(this::current)
        .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "there is no such operation"));
  }

  /// The operations of one tenant, newest first.
  public synchronized List<OperationRecord> list(String tenant) {
    book.follow();
    return book.list(tenant).stream().map(this::current).toList();
  }

  /// The record of an operation that runs here is newer than the stored one.
  private OperationRecord current(OperationRecord stored) {
    Operation here = running.get(new OperationBook.Key(stored.tenant(), stored.id()));
    return here == null || here.isOver() || !stored.isRunning() ? stored : here.current();
  }

  public synchronized OperationRecord cancel(String tenant, String id) {
    OperationRecord record = find(tenant, id);
    if (record.isRunning()) {
      Operation here = running.get(new OperationBook.Key(tenant, id));
      if (here == null) {
        book.cancel(record);
      } else {
        here.cancel();
      }
    }
    return find(tenant, id);
  }

  /// Continues operations that no server runs, and stops those that were cancelled or taken over;
  /// called at the start and periodically.
  public synchronized void look() {
    try {
      book.follow();
      running.values().removeIf(Operation::isOver);
      running.forEach(this::heed);
      if (!closed) {
        book.abandoned().forEach(this::takeUp);
      }
    } catch (WaybillException unable) {
      LOG.log(Level.WARNING, "cannot update operations", unable);
    }
  }

  private void heed(OperationBook.Key key, Operation operation) {
    OperationRecord stored = book.find(key.tenant(), key.id()).orElseThrow();
    if (stored.checkpoint().turn() > operation.current().checkpoint().turn()) {
      operation.lose();
    } else if (book.isCancelled(stored)) {
      operation.cancel();
    }
  }

  private void takeUp(OperationRecord record) {
    if (running.containsKey(new OperationBook.Key(record.tenant(), record.id()))) {
      return;
    }
    Checkpoint next =
        new Checkpoint(record.checkpoint().cursor(), record.checkpoint().turn() + 1, false);
    OperationRecord mine = record.now(Progress.RUNNING, record.counts(), next, book.now());
    if (book.claim(record, mine)) {
      run(mine);
    }
  }

  /// Stops running operations so that they can be continued later.
  public void close() throws InterruptedException {
    List<Operation> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(running.values());
    }
    all.forEach(Operation::suspend);
    for (Operation operation : all) {
      operation.awaitEnd(PATIENCE);
    }
  }
}
