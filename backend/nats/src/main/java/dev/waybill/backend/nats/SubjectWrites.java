package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Write;
import dev.waybill.backend.support.GuardedTable.Written;
import dev.waybill.backend.support.Retries;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.PurgeOptions;
import io.nats.client.api.MessageDeleteRequest;
import io.nats.client.api.MessageGetRequest;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.PublishAck;
import io.nats.client.api.StreamInfo;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Compare-and-set on subjects of streams. Sends all writes of a batch before it waits for the
/// first answer, so a batch costs one round trip.
///
/// If the answer is lost, it is unknown whether the write was applied. Then the subject is read:
/// bodies differ by their stamps. If it still has the earlier message, the write is sent again; the
/// guard ensures that at most one of the two succeeds.
final class SubjectWrites implements AutoCloseable {

  private static final String EXPECTED = "Nats-Expected-Last-Subject-Sequence";
  static final String ID = "Nats-Msg-Id";
  private static final String GET = "$JS.API.STREAM.MSG.GET.";
  private static final String INFO = "$JS.API.STREAM.INFO.";
  private static final String PURGE = "$JS.API.STREAM.PURGE.";
  private static final String DELETE = "$JS.API.STREAM.MSG.DELETE.";
  private static final Duration TRY = Duration.ofSeconds(4);
  private static final int UNANSWERED = 2_000;

  /// More than the headers of a write take, without its subject.
  private static final int HEADERS = 512;

  /// A write that succeeds only if the last message of the subject is the expected one.
  ///
  /// @param headers additional headers of the message
  record Put(String stream, Write<String> write, Headers headers) {

    static Put of(String stream, String subject, long expected, byte[] body) {
      return new Put(stream, Write.of(subject, expected, body), new Headers());
    }

    String subject() {
      return write.key();
    }
  }

  private final Connection connection;
  private final boolean replicated;
  private final Semaphore unanswered = new Semaphore(UNANSWERED);
  private final Retries retries = new Retries("NATS");

  /// @param replicated whether streams have several replicas. Then two writes with the same
  ///     expectation can both pass: nats-server 2.9 checks before it has applied pending writes. So
  ///     the turn of a write is also its message ID, and the broker stores only one of two messages
  ///     with the same ID. The ID of a write that was lost is free again after
  ///     [NatsLayout#SAME_ID].
  SubjectWrites(Connection connection, boolean replicated) {
    this.connection = connection;
    this.replicated = replicated;
  }

  static SubjectWrites of(NatsLink link) {
    return new SubjectWrites(link.connection(), link.config().replicas() > 1);
  }

  @Override
  public void close() {
    retries.close();
  }

  Retries retries() {
    return retries;
  }

  /// Changes with every connection: a broker may lose writes when it restarts.
  long epoch() {
    return connection.getStatistics().getReconnects();
  }

  Written write(Put write) {
    return writeAll(List.of(write)).getFirst();
  }

  List<Written> writeAll(List<Put> writes) {
    List<CompletableFuture<Message>> sent = new ArrayList<>(writes.size());
    writes.forEach(write -> sent.add(send(write)));
    List<Written> answers = new ArrayList<>(writes.size());
    for (int i = 0; i < writes.size(); i++) {
      answers.add(settled(writes.get(i), sent.get(i)));
    }
    return answers;
  }

  /// The last message of each subject, from the leader of the stream.
  List<Optional<Held>> readAll(String stream, List<String> subjects) {
    List<byte[]> requests =
        subjects.stream()
            .map(subject -> MessageGetRequest.lastForSubject(subject).serialize())
            .toList();
    List<CompletableFuture<Message>> sent = new ArrayList<>(requests.size());
    requests.forEach(request -> sent.add(ask(GET + stream, null, request)));
    List<Optional<Held>> found = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      found.add(got(stream, requests.get(i), sent.get(i)));
    }
    return found;
  }

  /// The state of a stream, from its leader.
  StreamInfo info(String stream) {
    Order order = new Order(INFO + stream, new byte[0]);
    long start = System.nanoTime();
    CompletableFuture<Message> sent = ask(order);
    while (true) {
      Message answer = answer(sent);
      StreamInfo info = answer == null ? null : new StreamInfo(answer);
      if (info != null && !info.hasError()) {
        return info;
      }
      if (info != null && NatsErrors.code(info.getErrorCode()) == Code.STORE_FAILED) {
        throw new WaybillException(
            Code.STORE_FAILED, NatsErrors.unable("describe " + stream, info.getError()));
      }
      retries.pauseSince(start);
      sent = ask(order);
    }
  }

  Optional<Held> read(String stream, String subject) {
    return readAll(stream, List.of(subject)).getFirst();
  }

  /// The first message of a subject with at least this sequence.
  Optional<Held> next(String stream, String subject, long from) {
    byte[] request = MessageGetRequest.nextForSubject(from, subject).serialize();
    return got(stream, request, ask(GET + stream, null, request));
  }

  /// Deletes the messages of a subject up to and including a sequence. A sequence alone is not
  /// enough: after a broker has lost writes, or if a stream was replaced, another message has it.
  record Purge(String stream, String subject, long upTo) {

    static final long EVERYTHING = -1;

    private byte[] request() {
      PurgeOptions.Builder options = PurgeOptions.builder().subject(subject);
      return (upTo == EVERYTHING ? options : options.sequence(upTo + 1)).build().serialize();
    }
  }

  void purgeAll(List<Purge> purges) {
    removeAll(
        purges.stream().map(purge -> new Order(PURGE + purge.stream(), purge.request())).toList());
  }

  /// Deletes single messages, and overwrites them.
  void deleteAll(String stream, List<Long> sequences) {
    removeAll(sequences.stream().map(sequence -> deletion(stream, sequence, true)).toList());
  }

  private static Order deletion(String stream, long sequence, boolean erase) {
    return new Order(DELETE + stream, new MessageDeleteRequest(sequence, erase).serialize());
  }

  /// A request that can be repeated.
  private record Order(String subject, Payload body) {

    Order(String subject, byte[] body) {
      this(subject, Payload.wrap(body));
    }
  }

  private void removeAll(List<Order> orders) {
    List<CompletableFuture<Message>> sent = new ArrayList<>(orders.size());
    orders.forEach(order -> sent.add(ask(order)));
    for (int i = 0; i < orders.size(); i++) {
      long start = System.nanoTime();
      Message answer = answer(sent.get(i));
      while (answer == null) {
        retries.pauseSince(start);
        answer = answer(ask(orders.get(i)));
      }
    }
  }

  private CompletableFuture<Message> ask(Order order) {
    return ask(order.subject(), null, order.body().bytesWithoutCopy());
  }

  private CompletableFuture<Message> send(Put put) {
    Write<String> write = put.write();
    Headers headers = new Headers(put.headers());
    if (write.expected() != Write.ANY) {
      headers.put(EXPECTED, Long.toString(write.expected()));
      if (replicated || isCreation(write)) {
        headers.put(ID, put.subject() + "@" + write.turn());
      }
    }
    return ask(put.subject(), headers, write.body().bytesWithoutCopy());
  }

  /// The first write of a value that is removed some time after its last one. A late repetition
  /// must
  /// not create it again.
  private static boolean isCreation(Write<String> write) {
    return write.expected() == 0 && write.turn() > 0;
  }

  /// Whether a message of this size is accepted by the server, with headers.
  boolean fits(String subject, byte[] body) {
    return body.length <= room(subject);
  }

  /// The maximum size of a message with headers.
  long room(String subject) {
    return connection.getMaxPayload() - HEADERS - subject.length();
  }

  private CompletableFuture<Message> ask(String subject, @Nullable Headers headers, byte[] body) {
    retries.requireOpen();
    unanswered.acquireUninterruptibly();
    try {
      return connection
          .requestWithTimeout(subject, headers, body, TRY)
          .whenComplete((_, _) -> unanswered.release());
    } catch (IllegalStateException notNow) {
      unanswered.release();
      return CompletableFuture.failedFuture(notNow);
    } catch (IllegalArgumentException tooLarge) {
      unanswered.release();
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE,
          "NATS refuses a message of " + body.length + " bytes: " + tooLarge.getMessage(),
          tooLarge);
    }
  }

  private Written settled(Put write, CompletableFuture<Message> sent) {
    long start = System.nanoTime();
    CompletableFuture<Message> latest = sent;
    boolean maybeDone = false;
    while (true) {
      Reply reply = reply(answer(latest));
      if (reply.said() == Said.STORED) {
        return new Written.At(reply.revision());
      }
      if (reply.said() == Said.REPEATED && write.write().expected() == Write.ANY) {
        return new Written.At(Written.PASSED);
      }
      if (reply.said() == Said.REFUSED && !maybeDone) {
        return new Written.Conflict();
      }
      Written seen = seen(write, reply.said(), start);
      if (seen != null) {
        return seen;
      }
      if (reply.said() == Said.FULL) {
        throw NatsErrors.full("store a record", null);
      }
      maybeDone = true;
      retries.pauseSince(start);
      latest = send(write);
    }
  }

  /// The broker's answer to a write.
  private enum Said {
    STORED,
    /// Another message was there.
    REFUSED,
    /// A write with the same expectation was first, possibly this one.
    REPEATED,
    /// The storage is full.
    FULL,
    /// There is no leader or no answer, another write is being replicated, the server is starting
    /// or asks to slow down.
    NOTHING
  }

  /// @param revision the stored revision, or 0
  private record Reply(Said said, long revision) {

    static Reply without(Said said) {
      return new Reply(said, 0);
    }
  }

  private static Reply reply(@Nullable Message answer) {
    if (answer == null) {
      return Reply.without(Said.NOTHING);
    }
    try {
      PublishAck ack = new PublishAck(answer);
      return ack.isDuplicate()
          ? Reply.without(Said.REPEATED)
          : new Reply(Said.STORED, ack.getSeqno());
    } catch (JetStreamApiException refused) {
      if (NatsErrors.is(refused, NatsErrors.WRONG_LAST_SEQUENCE)) {
        return Reply.without(Said.REFUSED);
      }
      if (NatsErrors.isFull(refused)) {
        return Reply.without(Said.FULL);
      }
      if (NatsErrors.isInProcess(refused)
          || NatsErrors.code(refused.getErrorCode()) != Code.STORE_FAILED) {
        return Reply.without(Said.NOTHING);
      }
      throw NatsErrors.of("store a record", refused);
    } catch (IOException unreadable) {
      return Reply.without(Said.NOTHING);
    }
  }

  /// The result of a write according to the current message; null if it must be sent again.
  ///
  /// A replica that has just become the leader may not know the expected revision yet. If it
  /// refuses for long, it never will: replicas may number messages differently after a crash.
  private @Nullable Written seen(Put put, Said said, long start) {
    Write<String> write = put.write();
    Optional<Held> held = read(put.stream(), put.subject());
    if (held.isPresent() && held.get().body().equals(write.body())) {
      return new Written.At(held.get().revision());
    }
    boolean over = said == Said.REFUSED && (!replicated || Retries.isLate(start));
    return switch (held.map(write.sight()).orElseGet(write.absent())) {
      case BEFORE -> over ? new Written.Conflict() : null;
      case WRITTEN -> new Written.At(Written.PASSED);
      case OTHER -> new Written.Conflict();
    };
  }

  private Optional<Held> got(String stream, byte[] request, CompletableFuture<Message> sent) {
    long start = System.nanoTime();
    CompletableFuture<Message> latest = sent;
    while (true) {
      Message answer = answer(latest);
      MessageInfo info = answer == null ? null : new MessageInfo(answer, stream, false);
      if (info != null && !info.hasError()) {
        return Optional.of(new Held(info.getSeq(), body(info)));
      }
      if (info != null && info.getApiErrorCode() == NatsErrors.NO_MESSAGE_FOUND) {
        return Optional.empty();
      }
      if (info != null && NatsErrors.code(info.getErrorCode()) == Code.STORE_FAILED) {
        throw new WaybillException(
            Code.STORE_FAILED, NatsErrors.unable("read a record", info.getError()));
      }
      retries.pauseSince(start);
      latest = ask(GET + stream, null, request);
    }
  }

  private static Payload body(MessageInfo info) {
    byte[] data = info.getData();
    return data == null ? Payload.empty() : Payload.wrap(data);
  }

  /// Null if no answer came in time. Keeps an interrupt for later, because the request is already
  /// sent.
  private @Nullable Message answer(CompletableFuture<Message> sent) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          Message answer = sent.get(TRY.toMillis(), TimeUnit.MILLISECONDS);
          return answer.isStatusMessage() ? null : answer;
        } catch (InterruptedException later) {
          interrupted = true;
        } catch (TimeoutException | ExecutionException | CancellationException none) {
          return null;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
